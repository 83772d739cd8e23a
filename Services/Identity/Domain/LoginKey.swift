import Foundation
import Models

/// A name to sign in with, in the form for comparisons.
///
/// User names, e-mail addresses and phone numbers share one space of keys, so a typed text finds at most one account,
/// whatever the kind of the name. A user name of digits cannot block a user's phone number.
struct LoginKey: Sendable {
    /// See `NameFolding`.
    let folded: Personal<String>
    /// All stored forms of the name, the typed one first. Versions before 0.2.0 stored addresses without IDNA, so two
    /// accounts may have two spellings of one address.
    let spellings: [Personal<String>]

    /// The most bytes of a name.
    static let maximumBytes = EmailAddress.maximumBytes

    /// Nil for a text that cannot be a name.
    init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...LoginKey.maximumBytes).contains(text.utf8.count), !text.holdsNUL else { return nil }
        self.init(text, NameFolding.address(text))
    }

    init(_ address: EmailAddress) { self.init(address.text.value, address) }

    private init(_ text: String, _ address: EmailAddress?) {
        let written = NameFolding.written(text)
        let kept = address?.text.value ?? written
        folded = Personal(kept)
        var spellings = [written]
        for other in [kept, address?.withLettersOfDomain] {
            if let other, !spellings.contains(other) { spellings.append(other) }
        }
        self.spellings = spellings.map { Personal($0) }
    }

    /// Returns the first result for all spellings. It looks for every one of them, so that the time reveals nothing.
    func first<Value, Failure>(
        _ find: (Personal<String>) throws(Failure) -> Value?
    ) throws(Failure) -> Value? {
        var found: Value?
        for spelling in spellings {
            let value = try find(spelling)
            found = found ?? value
        }
        return found
    }
}

extension LoginKey: Hashable {
    static func == (one: LoginKey, other: LoginKey) -> Bool { one.folded == other.folded }

    func hash(into hasher: inout Hasher) { hasher.combine(folded) }
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
