import BaliseJSON
import HTTPTypes
import Models
import NIOCore

enum PageValue: Sendable {
    case text(String)
    case markup(String)

    /// The value as HTML. A text cannot end its element or attribute.
    var html: String {
        switch self {
        case .markup(let html): html
        case .text(let text): text.escapedForHTML
        }
    }
}

/// A template in which `{{name}}` is replaced by a value, or else by the text of that name.
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

/// The texts of one language: a file of Clients/Pages/texts.
struct PageTexts: Sendable {
    let language: String
    private let texts: [String: String]

    /// Returns the text of a name, or the name itself if the text is absent, which a test detects.
    subscript(_ name: String) -> String { texts[name] ?? name }

    /// Returns the text of an error. A service's message is used if it is more precise than the kind's text: in English,
    /// or translated if its sentence is one of the texts `says.…`. `name` is the text for other invalid input; nil for
    /// the usual text.
    func text(of error: EdgeError, refused name: String? = nil) -> String {
        // A signed-in user proves with a password that it is still them, and enters no name.
        if error.code == .wrongCredentials, error.status == .forbidden { return self["error.WRONG_PASSWORD"] }
        if PageTexts.detailed.contains(error.code) || error.isLasting, !error.message.isEmpty {
            let text = error.textForPeople
            if language == PageTexts.standard { return text }
            let said = error.wrongMembers.count > 1 ? error.wrongMembers.map(\.sentence) : [text]
            let names = said.compactMap { PageTexts.sentences[$0] }
            if names.count == said.count { return names.map { self[$0] }.joined(separator: " ") }
        }
        if error.code == .invalidRequest, let name { return self[name] }
        return self[error.isLasting ? "error.LASTING" : PageTexts.name(of: error.code)]
    }

    /// The names of the texts that translate sentences of services, by the sentence in English.
    private static let sentences: [String: String] = {
        guard let texts = all[standard] else { return [:] }
        let names = texts.names.filter { $0.hasPrefix("says.") }
        return Dictionary(names.map { (texts[$0], $0) }) { first, _ in first }
    }()

    static func name(of code: ErrorCode) -> String { "error.\(code.rawValue)" }

    /// The codes whose messages from services contain the remedy. The scripts of the pages have the same list.
    static let detailed: Set<ErrorCode> = [.invalidRequest, .conflict, .duplicate, .rateLimited]

    var names: Set<String> { Set(texts.keys) }

    init?(language: String, file: ByteBuffer) {
        guard let members = try? JSONDocument(Array(file.readableBytesView)).root.members else { return nil }
        self.language = language
        texts = Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { first, _ in first }
    }

    private init(language: String) {
        self.language = language
        texts = [:]
    }

    private static let standard = "en"

    static let all = files(in: EmbeddedDocument.pages)

    static func files(in folder: [String: EmbeddedFile]) -> [String: PageTexts] {
        folder.reduce(into: [:]) { all, file in
            // A name with another dot is a part of the texts that a script reads by itself, such as `en.log.json`.
            guard file.key.hasSuffix(".json") else { return }
            let language = String(file.key.dropLast(".json".count))
            guard !language.contains(".") else { return }
            all[language] = PageTexts(language: language, file: file.value.content)
        }
    }

    static func preferred(by headers: RequestHeaders, of all: [String: PageTexts] = PageTexts.all) -> PageTexts {
        let offered = all.values.sorted { $0.language < $1.language }
            .compactMap { texts in LanguageTag(texts.language).map { (tag: $0, texts: texts) } }
        let best = LanguageTag.best(of: offered.map(\.tag), for: headers.languages)
        return best.map { offered[$0].texts } ?? all[standard] ?? PageTexts(language: standard)
    }
}
