// What bodies say about a person.

import BaliseAPI
import BaliseJSON
import Models

extension AccountNames {
    /// The names in a body; those that it does not say are left open.
    init(username: String?, email: String?, phoneNumber: String?) {
        self.init(username: username, email: email.map(Personal.init), phone: phoneNumber.map(Personal.init))
    }
}

extension ProfileDetails {
    /// What someone tells who makes an account.
    ///
    /// - Parameters:
    ///   - json: The same body, for the fields that only the app understands.
    ///   - client: Whose language counts when the body says none.
    init(
        _ body: RegisterRequest, _ json: JSONValue, _ names: ProfileFieldNames, client: ClientInfo?
    ) throws(EdgeError) {
        var fields = try names.read(json, keepsNull: false)
        // The code of whoever recommended the app, and not the person's own, which has the same name in answers.
        if let code = fields.removeValue(forKey: "referralCode") { fields["referredBy"] = code }
        var told = body.details
        if told.locale == nil { told.locale = client?.locale }
        self.init(firstName: body.firstName, lastName: body.lastName, told, fields: fields)
    }

    /// What someone changes; nil stays as it is, and an empty name becomes empty.
    ///
    /// - Parameter json: The same body, for the fields that only the app understands.
    init(_ body: UpdateProfileRequest, _ json: JSONValue, _ names: ProfileFieldNames) throws(EdgeError) {
        let fields = try names.read(json, keepsNull: true)
        self.init(firstName: body.firstName, lastName: body.lastName, body.details, fields: fields)
    }
}
