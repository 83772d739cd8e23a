// The words of the pages, by language.

import BaliseJSON
import Models
import NIOCore

/// The words of the pages in one language: a file of Clients/Pages/texts.
struct PageTexts: Sendable {
    /// As in `lang` of HTML, for example `fr`.
    let language: String
    private let texts: [String: String]

    /// The text of a name; the name itself where there is none, which a test finds.
    subscript(_ name: String) -> String { texts[name] ?? name }

    /// What a person is told of an error, in the language of the page. Where the texts of the services say more than the
    /// kind does, they count in their own language.
    ///
    /// - Parameter name: The text for what is refused as it was filled in; nil for the usual one.
    func text(of error: EdgeError, refused name: String? = nil) -> String {
        if language == PageTexts.standard, PageTexts.detailed.contains(error.code), !error.message.isEmpty {
            return error.textForPeople
        }
        if error.code == .invalidRequest, let name { return self[name] }
        return self[PageTexts.name(of: error.code)]
    }

    /// The name of the text for a kind of error.
    static func name(of code: ErrorCode) -> String { "error.\(code.rawValue)" }

    /// Of these kinds the texts of the services say what to do. The scripts of the pages know the same ones.
    static let detailed: Set<ErrorCode> = [.invalidRequest, .conflict, .duplicate, .rateLimited]

    /// The names of all texts.
    var names: Set<String> { Set(texts.keys) }

    /// A file of texts; nil for what is no JSON object.
    init?(language: String, file: ByteBuffer) {
        guard let members = try? JSONDocument(Array(file.readableBytesView)).root.members else { return nil }
        self.language = language
        texts = Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { first, _ in first }
    }

    private init(language: String) {
        self.language = language
        texts = [:]
    }

    /// The language of those who ask for none that there is.
    private static let standard = "en"

    /// All languages that there are: the files with the ending `.json`.
    static let all = files(in: EmbeddedDocument.pages)

    /// The files of texts among other files.
    static func files(in folder: [String: EmbeddedFile]) -> [String: PageTexts] {
        folder.reduce(into: [:]) { all, file in
            guard file.key.hasSuffix(".json") else { return }
            let language = String(file.key.dropLast(".json".count))
            all[language] = PageTexts(language: language, file: file.value.content)
        }
    }

    /// The texts in the language that whoever asks likes best.
    static func preferred(by headers: RequestHeaders, of all: [String: PageTexts] = PageTexts.all) -> PageTexts {
        let offered = all.values.sorted { $0.language < $1.language }
            .compactMap { texts in LanguageTag(texts.language).map { (tag: $0, texts: texts) } }
        let best = LanguageTag.best(of: offered.map(\.tag), for: headers.languages)
        return best.map { offered[$0].texts } ?? all[standard] ?? PageTexts(language: standard)
    }
}
