import Models

struct AccountFilter: Sendable {
    var name: NameSearch?
    var status: AccountStatus?
    var method: AuthenticationMethod?
    var since: UnixTime?
}

extension AccountFilter {
    /// Reads a request. Throws `invalidRequest` for a text that is empty or too long, or has several lines.
    init(_ request: ListAccounts) throws(ServiceError) {
        var name: NameSearch?
        if let text = request.query?.value {
            name = NameSearch(text)
            guard name != nil else {
                throw ServiceError(.invalidRequest, "a search has 1 to \(LoginKey.maximumBytes) bytes on one line")
            }
        }
        self.init(name: name, status: request.status, method: request.method, since: request.since)
    }
}

/// A search for names: by the beginning of a sign-in name or of a contact address, or by words of the person's names.
struct NameSearch: Sendable {
    /// The names that are at or after `from` and before `before`.
    struct Bounds: Hashable, Sendable {
        let from: String
        let before: String

        init(_ beginning: String) {
            from = beginning
            // No name contains this character, which has the greatest bytes in UTF-8, so this is after all such names.
            before = beginning + "\u{10FFFF}"
        }
    }

    /// The range of sign-in names, which are stored folded, and of contact addresses.
    let beginning: Bounds
    /// The words that a person's names have to contain, all of them and in any order. An address has none.
    let words: NameWords

    /// Reads what an operator typed; nil for a text that cannot be the beginning of a name.
    init?(_ text: String) {
        guard let key = LoginKey(text), text.isOneLine else { return nil }
        beginning = Bounds(key.folded.value)
        words = NameWords([text.contains("@") ? nil : text])
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
