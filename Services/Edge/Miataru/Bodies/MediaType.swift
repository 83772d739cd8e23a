struct MediaType: Equatable, Sendable {
    enum Kind: Sendable {
        case json
        case form
        case other
    }

    var kind: Kind
    /// Lower case.
    var charset: String?

    init(_ header: String?) {
        kind = .other
        guard let header else { return }
        // A shortcut for nearly all clients.
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
