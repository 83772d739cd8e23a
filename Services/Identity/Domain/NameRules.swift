import Foundation
import Models

enum NameRules {
    /// Throws `invalidRequest`, or the error about the address, for the first invalid one.
    static func checked(_ names: AccountNames) throws -> AccountNames {
        var checked = AccountNames()
        if let username = names.username { checked.username = try self.username(username) }
        if let email = names.email { checked.email = try EmailAddress(email.value).text }
        if let phone = names.phone { checked.phone = Personal(try self.phone(phone.value)) }
        return checked
    }

    /// Returns whether `wanted` contains a new name for an account with `present`. A name in another case is not new.
    static func change(_ wanted: AccountNames, from present: AccountNames) -> Bool {
        let present = Dictionary(present.keys.map { ($0.kind, $0.key) }) { first, _ in first }
        return wanted.keys.contains { present[$0.kind] != $0.key }
    }

    /// Checks a user name: 2 to 50 ASCII letters, digits, `_`, `.` and `-`. Its case is kept.
    static func username(_ text: String) throws(ServiceError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.isASCIIAlphanumeric(or: "_.-"), (2...50).contains(name.utf8.count) else {
            throw ServiceError(
                .invalidRequest, "a user name has 2 to 50 of the characters A-Z a-z 0-9 _ . -",
                field: NameKind.username.field)
        }
        return name
    }

    /// Checks a phone number: 6 to 15 digits, with an optional plus sign (ITU-T E.164). Removes spaces and dashes.
    static func phone(_ text: String) throws(ServiceError) -> String {
        guard let number = NameFolding.phone(text), (6...15).contains(number.filter { $0 != "+" }.count) else {
            throw ServiceError(
                .invalidRequest, "a phone number has 6 to 15 digits, and perhaps a + before them",
                field: NameKind.phone.field)
        }
        return number
    }
}

/// The rules for new accounts and their e-mail addresses. They do not apply to invitations by an operator.
struct RegistrationRules: Sendable {
    let isOpen: Bool
    /// The allowed domains of addresses; empty for all.
    let domains: Set<String>

    /// Nil to accept it. A provider's address must be verified; one that users enter themselves need not be.
    func refusal(ofNewAccountWith address: EmailAddress?) -> Refusal? {
        guard isOpen else { return .notInvited }
        guard let address else { return domains.isEmpty ? nil : .addressNeeded }
        return refusal(of: address)
    }

    /// Nil to accept it.
    func refusal(of address: EmailAddress) -> Refusal? {
        domains.isEmpty || domains.contains(address.domain) ? nil : .domainRefused
    }
}
