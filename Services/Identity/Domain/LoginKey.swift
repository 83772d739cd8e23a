import Foundation
import Models

/// A name to sign in with, in the form for comparisons.
///
/// User names, e-mail addresses and phone numbers share one space of keys, so a typed text finds at most one account,
/// whatever the kind of the name. A user name of digits cannot block a user's phone number.
struct LoginKey: Hashable, Sendable {
    /// See `NameFolding`.
    let folded: Personal<String>

    /// The most bytes of a name.
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

    /// The member of a body that holds one.
    var field: String {
        switch self {
        case .username: "username"
        case .email: "email"
        case .phone: "phoneNumber"
        }
    }
}

extension AccountNames {
    /// The form of each name for comparisons.
    var keys: [(kind: NameKind, key: LoginKey)] {
        let texts: [(NameKind, String?)] = [
            (.username, username), (.email, email?.value), (.phone, phone?.value),
        ]
        return texts.compactMap { kind, text in text.flatMap { LoginKey($0) }.map { (kind, $0) } }
    }

    /// Returns whether all names compare equal.
    func hasSameKeys(as other: AccountNames) -> Bool {
        Dictionary(keys.map { ($0.kind, $0.key) }) { first, _ in first }
            == Dictionary(other.keys.map { ($0.kind, $0.key) }) { first, _ in first }
    }
}

extension EmailAddress {
    /// The form that is compared with other names.
    var key: LoginKey { LoginKey(self) }
}

extension AccountProfile {
    /// The address for the account's codes and links. Nil without a usable one: a stored address may be older than the
    /// rules for addresses.
    var emailAddress: EmailAddress? {
        // A derived address is only a name to sign in with, without a mailbox.
        guard mayHaveLetterbox, let email = names.email else { return nil }
        return try? EmailAddress(email.value)
    }

    /// Whether a code to its address may sign the user in. The address must be proven, and the account must be active
    /// or waiting for its erasure, which the user can cancel by signing in.
    var mayBeOpenedByEmail: Bool { emailVerifiedAt != nil && (status == .active || erasesAt != nil) }
}
