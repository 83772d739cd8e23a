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
