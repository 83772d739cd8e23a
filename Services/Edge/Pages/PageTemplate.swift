// A file of HTML with places for texts.

import Models
import NIOCore

/// What stands in a place of a template.
enum PageValue: Sendable {
    /// A text of whatever characters.
    case text(String)
    /// HTML that another template has made.
    case markup(String)

    /// The value as HTML: a text cannot end the element or the attribute in which it stands.
    var html: String {
        switch self {
        case .markup(let html): html
        case .text(let text): text.escapedForHTML
        }
    }
}

/// A file of Clients/Pages with places: `{{name}}` stands for a value, or else for the text of that name.
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

    /// A file by its name.
    init(file: String) { self.init(EmbeddedDocument.pages[file].map { String(buffer: $0.content) } ?? "") }

    /// The names of its places.
    var places: Set<String> { Set(parts.compactMap(\.placeName)) }

    /// The HTML with all places filled.
    func html(_ texts: PageTexts, _ values: [String: PageValue]) -> String {
        parts.reduce(into: "") { html, part in
            switch part {
            case .html(let piece): html += piece
            case .place(let name): html += (values[name] ?? .text(texts[name])).html
            }
        }
    }
}
