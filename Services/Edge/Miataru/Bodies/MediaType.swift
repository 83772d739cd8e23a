// The kinds of body that the Miataru API reads.

/// What a `Content-Type` header says about a body.
struct MediaType: Equatable, Sendable {
    enum Kind: Sendable {
        case json
        /// `application/x-www-form-urlencoded`
        case form
        /// A body of any other type, which is not read.
        case other
    }

    var kind: Kind
    /// Lower case; nil when the header names none.
    var charset: String?

    init(_ header: String?) {
        kind = .other
        guard let header else { return }
        // What nearly every client sends.
        if header == "application/json" {
            kind = .json
            return
        }
        let parts = header.lowercased().split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        switch parts.first {
        case "application/json": kind = .json
        case "application/x-www-form-urlencoded": kind = .form
        default: return
        }
        for part in parts.dropFirst() where part.hasPrefix("charset=") {
            charset = part.dropFirst("charset=".count).filter { $0 != "\"" }
        }
    }
}

private func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text = text.dropLast() }
    return String(text)
}
