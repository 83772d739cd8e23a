// Which user names, e-mail addresses and phone numbers an account may have.

import Foundation
import Models

/// Which names an account may have, and the form in which they are kept.
enum NameRules {
    /// The names in the form in which they are kept.
    ///
    /// - Throws: `invalidRequest`, or what is wrong with the address, for the first that is out of its rules.
    static func checked(_ names: AccountNames) throws -> AccountNames {
        var checked = AccountNames()
        if let username = names.username { checked.username = try self.username(username) }
        if let email = names.email { checked.email = try EmailAddress(email.value).text }
        if let phone = names.phone { checked.phone = Personal(try self.phone(phone.value)) }
        return checked
    }

    /// Whether `wanted` gives an account with `present` a name that it does not have. Another case of one that it has
    /// is the same name.
    static func change(_ wanted: AccountNames, from present: AccountNames) -> Bool {
        let present = Dictionary(present.keys.map { ($0.kind, $0.key) }) { first, _ in first }
        return wanted.keys.contains { present[$0.kind] != $0.key }
    }

    /// A user name: 2 to 50 of the letters and digits of ASCII, `_`, `.` and `-`. Its case is kept.
    static func username(_ text: String) throws(ServiceError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.isASCIIAlphanumeric(or: "_.-"), (2...50).contains(name.utf8.count) else {
            throw ServiceError(
                .invalidRequest, "a user name has 2 to 50 of the characters A-Z a-z 0-9 _ . -",
                field: NameKind.username.field)
        }
        return name
    }

    /// A phone number: 6 to 15 digits, perhaps behind a plus sign (ITU-T E.164), without the spaces and dashes.
    static func phone(_ text: String) throws(ServiceError) -> String {
        guard let number = NameFolding.phone(text), (6...15).contains(number.filter { $0 != "+" }.count) else {
            throw ServiceError(
                .invalidRequest, "a phone number has 6 to 15 digits, and perhaps a + before them",
                field: NameKind.phone.field)
        }
        return number
    }
}
