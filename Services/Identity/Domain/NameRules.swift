import AppleAccounts
import Foundation
import Models

enum NameRules {
    /// Checks names. Throws `invalidRequest`, which names all invalid names.
    static func checked(_ names: AccountNames) throws(ServiceError) -> AccountNames {
        var wrong = WrongMembers()
        var checked = AccountNames()
        if let username = names.username {
            checked.username = try wrong.check { () throws(ServiceError) in try self.username(username) }
        }
        if let email = names.email {
            checked.email = try wrong.check { () throws(ServiceError) in try address(email.value) }
        }
        if let phone = names.phone {
            checked.phone = try wrong.check { () throws(ServiceError) in Personal(try self.phone(phone.value)) }
        }
        try wrong.finish()
        return checked
    }

    private static func address(_ text: String) throws(ServiceError) -> Personal<String> {
        do throws(EmailAddress.Flaw) { return try EmailAddress(text).text } catch { throw error.answer }
    }

    /// Returns whether `wanted` contains a new name for an account with `present`. A name in another case is not new.
    static func change(_ wanted: AccountNames, from present: AccountNames) -> Bool {
        let present = Dictionary(present.keys.map { ($0.kind, $0.key) }) { first, _ in first }
        return wanted.keys.contains { present[$0.kind] != $0.key }
    }

    /// Checks a user name: 2 to 50 ASCII letters, digits, `_`, `.` and `-`. Its case is kept. A name that looks like an
    /// id is refused, because operators look for accounts by ids and by names.
    static func username(_ text: String) throws(ServiceError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.isASCIIAlphanumeric(or: "_.-"), (2...50).contains(name.utf8.count) else {
            throw ServiceError(
                .invalidRequest, "a user name must have 2 to 50 characters out of A-Z a-z 0-9 _ . -",
                field: NameKind.username.field)
        }
        guard !isLikeAccountID(name) else {
            throw ServiceError(
                .invalidRequest, "a user name must not look like the id of an account", field: NameKind.username.field)
        }
        return name
    }

    /// Whether a name has the form of a random id (24 hexadecimal digits) or of an Apple user's id, in any case.
    private static func isLikeAccountID(_ name: String) -> Bool {
        if name.utf8.count == 24, name.utf8.allSatisfy(\.isHexDigit) { return true }
        return AccountID(name.lowercased()).flatMap { AppleAccount(id: $0) } != nil
    }

    /// Checks a phone number: 6 to 15 digits, with an optional plus sign (ITU-T E.164). Removes spaces and dashes.
    static func phone(_ text: String) throws(ServiceError) -> String {
        guard let number = NameFolding.phone(text), (6...15).contains(number.filter { $0 != "+" }.count) else {
            throw ServiceError(
                .invalidRequest, "a phone number must have 6 to 15 digits, with or without a + before them",
                field: NameKind.phone.field)
        }
        return number
    }
}

/// The rules for new accounts and their e-mail addresses. They do not apply to invitations by an operator.
struct RegistrationRules: Sendable {
    let isOpen: Bool
    /// The allowed domains of addresses; empty if all are allowed.
    let domains: Set<String>

    /// Returns the reason why an account is refused; nil to accept it. A provider's address must be verified; an
    /// address that users enter themselves need not be.
    func refusal(ofNewAccountWith address: EmailAddress?) -> Refusal? {
        guard isOpen else { return .notInvited }
        guard let address else { return domains.isEmpty ? nil : .addressNeeded }
        return refusal(of: address)
    }

    /// Returns the reason why an address is refused; nil to accept it.
    func refusal(of address: EmailAddress) -> Refusal? {
        domains.isEmpty || domains.contains(address.domain) ? nil : .domainRefused
    }
}

/// The key of a sign-in name. User names, addresses and phone numbers share one space of keys, so a text finds at most
/// one account, whatever the kind of name. So a user name of digits cannot be another user's phone number.
struct LoginKey: Hashable, Sendable {
    let folded: Personal<String>

    static let maximumBytes = EmailAddress.maximumBytes

    /// Folds a text; nil for a text that cannot be a name.
    init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...LoginKey.maximumBytes).contains(text.utf8.count), !text.holdsNUL else { return nil }
        folded = Personal(NameFolding.folded(text))
    }

    init(_ address: EmailAddress) { folded = address.text }
}

enum NameKind: String, Hashable, Sendable {
    case username = "user name"
    case email = "e-mail address"
    case phone = "phone number"

    var field: String {
        switch self {
        case .username: "username"
        case .email: "email"
        case .phone: "phoneNumber"
        }
    }
}

extension AccountNames {
    var keys: [(kind: NameKind, key: LoginKey)] {
        let texts: [(NameKind, String?)] = [
            (.username, username), (.email, email?.value), (.phone, phone?.value),
        ]
        return texts.compactMap { kind, text in text.flatMap { LoginKey($0) }.map { (kind, $0) } }
    }

    func hasSameKeys(as other: AccountNames) -> Bool {
        Dictionary(keys.map { ($0.kind, $0.key) }) { first, _ in first }
            == Dictionary(other.keys.map { ($0.kind, $0.key) }) { first, _ in first }
    }
}

extension EmailAddress {
    var key: LoginKey { LoginKey(self) }
}

extension AccountProfile {
    /// The address for codes and links; nil if it is unusable, such as an address older than the rules.
    var emailAddress: EmailAddress? {
        // A derived address is only a name to sign in with. It has no mailbox.
        guard mayHaveLetterbox, let email = names.email else { return nil }
        return try? EmailAddress(email.value)
    }

    /// Whether a mailed code may sign the user in. The address must be proven, and the account active or waiting for
    /// its erasure, which a sign-in can cancel.
    var mayBeOpenedByEmail: Bool { emailVerifiedAt != nil && (status == .active || erasesAt != nil) }
}

/// Keeps the ids and addresses that are derived from Apple users together. Any person can derive them, so a stranger
/// could otherwise register an Apple user's address under another id, and block that user's account.
struct DerivedNames: Sendable {
    let domain: String

    /// Whether an account may have these names. A nil id means a random id, which is never derived.
    func allow(_ names: AccountNames, for id: AccountID?) -> Bool {
        if let id, AppleAccount.isReserved(id: id) {
            return AppleAccount(id: id, domain: domain).map { AccountNames(email: $0.email) } == names
        }
        return !(names.email.map(isDerived) ?? false)
    }

    private func isDerived(_ email: Personal<String>) -> Bool {
        AppleAccount.isDerived(email: email.value, domain: domain)
    }
}

extension AccountProfile {
    /// Whether a mailed link may set a password. Derived addresses have no mailbox. An account that a provider has
    /// identified can no longer be opened by a password.
    var mayResetPassword: Bool { vouchedAt == nil && mayHaveLetterbox }

    var mayHaveLetterbox: Bool { !AppleAccount.isReserved(id: account) }
}
