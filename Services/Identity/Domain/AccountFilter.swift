// Which accounts an operator looks for, and where a page of them ends.

import Foundation
import Models

/// Which accounts a list has.
struct AccountFilter: Sendable {
    /// What a name begins with; nil for any account.
    var name: NamePrefix?
    var status: AccountStatus?
    var method: AuthenticationMethod?
    /// The earliest moment of their making.
    var since: UnixTime?
}

extension AccountFilter {
    /// Throws `invalidRequest` for a text that no name begins with.
    init(_ request: ListAccounts) throws(ServiceError) {
        var name: NamePrefix?
        if let text = request.query?.value {
            name = NamePrefix(text)
            guard name != nil else {
                throw ServiceError(
                    .invalidRequest, "a search has 1 to \(LoginKey.maximumBytes) bytes on one line")
            }
        }
        self.init(name: name, status: request.status, method: request.method, since: request.since)
    }
}

/// The beginning of a name, as the bytes of names are compared with it.
struct NamePrefix: Sendable {
    /// Names from the first text on, and before the second.
    struct Bounds: Hashable, Sendable {
        let from: String
        let before: String

        fileprivate init(_ beginning: String) {
            from = beginning
            // Behind each text that begins so: no name has this character, whose bytes are the greatest of UTF-8.
            before = beginning + "\u{10FFFF}"
        }
    }

    /// Of names to sign in with, which are kept folded: one for each spelling (`LoginKey`).
    let signInNames: [Bounds]
    /// Of what people are called, where the database has folded the letters of ASCII alone: one for each way in which
    /// the others are usually written.
    let calledNames: [Bounds]

    /// Nil for what no name begins with.
    init?(_ text: String) {
        guard let key = LoginKey(text), text.isOneLine else { return nil }
        signInNames = key.spellings.map { Bounds($0.value) }
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        var bounds: [Bounds] = []
        for form in [typed.lowercased(), typed.capitalized, typed.uppercased()] {
            let one = Bounds(form.withASCIILowercased)
            if !bounds.contains(one) { bounds.append(one) }
        }
        calledNames = bounds
    }
}

extension String {
    /// With the letters A to Z in lower case, as both engines' `lower` has it of texts that are compared by their bytes.
    fileprivate var withASCIILowercased: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// The place of an account in the list of all, the newest first. It stays what it is for as long as the account lives,
/// and of an erased one as well: so a page that begins behind it skips and repeats nothing.
struct AccountPosition: Hashable, Sendable {
    let createdAt: UnixTime
    /// Tells accounts of one moment apart.
    let number: Int64
}

extension AccountPosition {
    /// As callers have it, who should not read anything out of it.
    var cursor: String { base64URL("\(createdAt.rawValue).\(number)".utf8) }

    /// Throws `invalidRequest` for what is no cursor.
    init(cursor: String) throws(ServiceError) {
        let parts = base64URLDecoded(cursor.utf8).map { String(decoding: $0, as: UTF8.self).split(separator: ".") }
        guard let parts, parts.count == 2, let moment = Int64(parts[0]), let number = Int64(parts[1]) else {
            throw ServiceError(
                .invalidRequest, "the cursor has to be the nextCursor of another page; begin without one")
        }
        self.init(createdAt: UnixTime(milliseconds: moment), number: number)
    }
}
