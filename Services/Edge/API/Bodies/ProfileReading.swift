// What bodies say about a person.

import BaliseJSON
import Models

extension AccountNames {
    /// The names in a body; those that are absent, `null` or empty are left open.
    init(_ body: JSONValue) throws(EdgeError) {
        self.init(
            username: try body.text("username"),
            email: try body.text("email").map(Personal.init),
            phone: try body.text("phoneNumber").map(Personal.init))
    }
}

extension ProfileDetails {
    /// What someone tells who makes an account.
    ///
    /// - Parameter client: Whose language counts when the body says none.
    init(
        registration body: JSONValue, _ names: ProfileFieldNames, client: ClientInfo?
    ) throws(EdgeError) {
        var fields = try AppFields.read(body, keepsNull: false, names)
        // The code of whoever recommended the app, and not the person's own, which has the same name in answers.
        if let code = fields.removeValue(forKey: "referralCode") { fields["referredBy"] = code }
        self.init(
            firstName: try body.text("firstName").map(Personal.init),
            lastName: try body.text("lastName").map(Personal.init),
            locale: try body.text("locale", "systemLanguage") ?? client?.languageTag,
            fields: fields.isEmpty ? nil : fields)
    }

    /// What someone changes; nil stays as it is, and an empty name becomes empty.
    init(change body: JSONValue, _ names: ProfileFieldNames) throws(EdgeError) {
        let fields = try AppFields.read(body, keepsNull: true, names)
        self.init(
            firstName: try body.changedText("firstName").map(Personal.init),
            lastName: try body.changedText("lastName").map(Personal.init), locale: try body.text("locale"),
            fields: fields.isEmpty ? nil : fields)
    }
}

extension JSONValue {
    /// A text, also an empty one; nil when the member is absent or `null`.
    fileprivate func changedText(_ name: StaticString) throws(EdgeError) -> String? {
        guard given(name)?.string != "" else { return "" }
        return try text(name)
    }
}

extension ClientInfo {
    /// The language of the app, where it says one in the form of a tag (RFC 5646, section 2.1). What a header holds
    /// besides must not keep anybody from registering.
    var languageTag: String? {
        guard let locale, (2...35).contains(locale.utf8.count) else { return nil }
        let isTag = locale.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isTag ? locale : nil
    }
}
