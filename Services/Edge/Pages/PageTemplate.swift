import Models
import NIOCore

enum PageValue: Sendable {
    /// Is escaped in HTML.
    case text(String)
    case markup(String)

    /// A text cannot end its element or attribute.
    var html: String {
        switch self {
        case .markup(let html): html
        case .text(let text): text.escapedForHTML
        }
    }
}

/// `{{name}}` is replaced by a value, or else by the text of that name.
struct PageTemplate: Sendable {
    private enum Part {
        case html(String)
        case place(String)

        var placeName: String? {
            if case .place(let name) = self { return name }
            return nil
        }
    }

    private let parts: [Part]

    init(_ source: String) {
        var parts: [Part] = []
        for (position, piece) in source.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            let end = position == 0 ? nil : piece.firstRange(of: "}}")
            if let end { parts.append(.place(String(piece[..<end.lowerBound]))) }
            parts.append(.html(String(piece[(end?.upperBound ?? piece.startIndex)...])))
        }
        self.parts = parts
    }

    init(file: String) { self.init(EmbeddedDocument.pages[file].map { String(buffer: $0.content) } ?? "") }

    var places: Set<String> { Set(parts.compactMap(\.placeName)) }

    func html(_ texts: PageTexts, _ values: [String: PageValue]) -> String {
        parts.reduce(into: "") { html, part in
            switch part {
            case .html(let piece): html += piece
            case .place(let name): html += (values[name] ?? .text(texts[name])).html
            }
        }
    }
}
