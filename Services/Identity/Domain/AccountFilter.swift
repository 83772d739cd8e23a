import Foundation
import Models

struct AccountFilter: Sendable {
    var name: NamePrefix?
    var status: AccountStatus?
    var method: AuthenticationMethod?
    var since: UnixTime?
}

extension AccountFilter {
    /// Reads a request. Throws `invalidRequest` for a text that cannot be the beginning of a name.
    init(_ request: ListAccounts) throws(ServiceError) {
        var name: NamePrefix?
        if let text = request.query?.value {
            name = NamePrefix(text)
            guard name != nil else {
                throw ServiceError(.invalidRequest, "a search has 1 to \(LoginKey.maximumBytes) bytes on one line")
            }
        }
        self.init(name: name, status: request.status, method: request.method, since: request.since)
    }
}

struct NamePrefix: Sendable {
    /// The names that are at or after `from` and before `before`.
    struct Bounds: Hashable, Sendable {
        let from: String
        let before: String

        fileprivate init(_ beginning: String) {
            from = beginning
            // No name contains this character, which has the greatest bytes in UTF-8, so this is after all such names.
            before = beginning + "\u{10FFFF}"
        }
    }

    /// The range of names to sign in with, which are stored folded.
    let signInNames: Bounds
    /// The ranges of display names. In the database only their ASCII letters are folded, so each usual case of the
    /// other letters needs a range.
    let calledNames: [Bounds]

    /// Makes the ranges of a beginning; nil for a text that cannot be the beginning of a name.
    init?(_ text: String) {
        guard let key = LoginKey(text), text.isOneLine else { return nil }
        signInNames = Bounds(key.folded.value)
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
    /// The text with A to Z in lower case, as the function `lower` of both engines returns it.
    fileprivate var withASCIILowercased: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// An account's position among all accounts, the newest first. It never changes, so pages skip nothing.
struct AccountPosition: Hashable, Sendable {
    let createdAt: UnixTime
    /// The account's number, which distinguishes accounts of the same moment.
    let number: Int64
}

extension AccountPosition {
    /// The position in an opaque form for callers.
    var cursor: String { base64URL("\(createdAt.rawValue).\(number)".utf8) }

    init(cursor: String) throws(ServiceError) {
        let parts = base64URLDecoded(cursor.utf8).map { String(decoding: $0, as: UTF8.self).split(separator: ".") }
        guard let parts, parts.count == 2, let moment = Int64(parts[0]), let number = Int64(parts[1]) else {
            throw ServiceError(
                .invalidRequest, "the cursor has to be the nextCursor of another page; begin without one")
        }
        self.init(createdAt: UnixTime(milliseconds: moment), number: number)
    }
}
