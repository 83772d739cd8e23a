// How the names that people sign in with are compared.

import Foundation
import Models

/// A name to sign in with, in the form in which names are compared.
///
/// User names, e-mail addresses and phone numbers share one space of keys, so that what a person types finds one
/// account at most, whichever kind of name it is: a user name of digits cannot stand in the way of somebody's phone
/// number.
struct LoginKey: Hashable, Sendable {
    /// See `NameFolding`.
    let folded: Personal<String>

    /// The most bytes of a name: those of an e-mail address (RFC 5321 section 4.5.3.1.3, less its brackets).
    static let maximumBytes = 254

    /// Nil when no account can have such a name.
    init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...LoginKey.maximumBytes).contains(text.utf8.count), !text.holdsNUL else { return nil }
        folded = Personal(NameFolding.folded(text))
    }
}

/// The kinds of names, as people call them.
enum NameKind: String, Hashable, Sendable {
    case username = "user name"
    case email = "e-mail address"
    case phone = "phone number"
}

extension AccountNames {
    /// How each of the names is compared.
    var keys: [(kind: NameKind, key: LoginKey)] {
        let texts: [(NameKind, String?)] = [
            (.username, username), (.email, email?.value), (.phone, phone?.value),
        ]
        return texts.compactMap { kind, text in text.flatMap { LoginKey($0) }.map { (kind, $0) } }
    }

    /// Whether each of the names compares equal.
    func hasSameKeys(as other: AccountNames) -> Bool {
        Dictionary(keys.map { ($0.kind, $0.key) }) { first, _ in first }
            == Dictionary(other.keys.map { ($0.kind, $0.key) }) { first, _ in first }
    }
}
