import Foundation
import Models

/// User names, addresses and phone numbers share one space of keys, so a text finds at most one account, whatever the kind of
/// name. A user name of digits cannot block a user's phone number.
struct LoginKey: Hashable, Sendable {
    let folded: Personal<String>

    static let maximumBytes = EmailAddress.maximumBytes

    /// Nil for a text that cannot be a name.
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
    /// For codes and links. Nil without a usable one: a stored address may be older than the rules for addresses.
    var emailAddress: EmailAddress? {
        // A derived address is only a name to sign in with, without a mailbox.
        guard mayHaveLetterbox, let email = names.email else { return nil }
        return try? EmailAddress(email.value)
    }

    /// Whether a code may sign the user in: the address must be proven, and the account active or waiting for its erasure,
    /// which a sign-in can cancel.
    var mayBeOpenedByEmail: Bool { emailVerifiedAt != nil && (status == .active || erasesAt != nil) }
}
