import CMessageTemplates
import Foundation
import Models

/// The texts of all messages in all languages, read and checked once at the start.
struct MessageTemplates: Sendable {
    private let all: [LanguageTag: [MessageKind: MessageTemplate]]
    private let defaultLanguage: LanguageTag?
    /// The files that an operator's languages lack, for example after an upgrade. The default language or English is
    /// used instead.
    let missing: [String]

    /// The language that is always complete.
    private static let wholeLanguage = LanguageTag("en")

    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the texts. `folder` has a folder per language; it need not exist.
    init(folder: URL, defaultLanguage: String) throws(Unusable) {
        let files = try TemplateFiles(in: folder)
        var all: [LanguageTag: [MessageKind: MessageTemplate]] = [:]
        var missing: [String] = []
        for language in files.languages.sorted() {
            var templates: [MessageKind: MessageTemplate] = [:]
            for kind in MessageKind.allCases {
                templates[kind] = try files.template(kind, in: language)
                if templates[kind] == nil { missing.append("\(language)/\(kind.rawValue).txt") }
            }
            if let tag = LanguageTag(language) { all[tag] = templates }
        }
        self.missing = missing
        self.defaultLanguage = LanguageTag(defaultLanguage)
        guard self.defaultLanguage.map({ all[$0] != nil }) == true else {
            throw Unusable(
                description: "messages.defaultLanguage is \(defaultLanguage), which has no texts; write them to "
                    + "\(folder.path)/\(defaultLanguage), or set one of \(all.keys.map(\.text).sorted().joined(separator: ", "))"
            )
        }
        self.all = all
    }

    /// Returns a text in the best available language (`LanguageTag.best`), else in the default language, else English.
    func find(_ kind: MessageKind, in locales: [String]) -> (language: String, template: MessageTemplate)? {
        let offered = all.keys.filter { all[$0]?[kind] != nil }.sorted { $0.text < $1.text }
        let read = locales.flatMap { LanguageTag.list($0) }
        let best = LanguageTag.best(of: offered, for: read).map { offered[$0] }
        for tag in [best, defaultLanguage, MessageTemplates.wholeLanguage].compactMap(\.self) {
            if let template = all[tag]?[kind] { return (tag.text, template) }
        }
        return nil
    }
}

struct TemplateFiles {
    static let builtIn: [String: String] = {
        var files: [String: String] = [:]
        for index in 0..<message_template_count() {
            let file = message_template_at(index)
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            files[String(cString: file.path)] = String(decoding: bytes, as: UTF8.self)
        }
        return files
    }()

    private static let maximumBytes = 256 << 10

    private let folder: URL
    private var own: [String: String] = [:]

    var languages: Set<String> {
        Set(
            (Array(own.keys) + Array(TemplateFiles.builtIn.keys)).compactMap {
                $0.split(separator: "/").first.map(String.init)
            })
    }

    /// Reads a folder, which need not exist. A file whose name belongs to no message is an error.
    init(in folder: URL) throws(MessageTemplates.Unusable) {
        self.folder = folder
        for language in try TemplateFiles.names(in: folder) {
            let place = folder.appendingPathComponent(language)
            guard language.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil, LanguageTag(language) != nil
            else {
                throw MessageTemplates.Unusable(
                    description: "\(place.path) is named after no language; name it as in fr or pt-BR, or move it away")
            }
            for name in try TemplateFiles.names(in: place) {
                let file = place.appendingPathComponent(name)
                guard
                    MessageKind.allCases.contains(where: {
                        "\($0.rawValue).txt" == name || "\($0.rawValue).html" == name
                    })
                else {
                    let names = MessageKind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw MessageTemplates.Unusable(
                        description: "\(file.path) is for no message; there are \(names), each with .txt or .html")
                }
                own["\(language)/\(name)"] = try TemplateFiles.read(file)
            }
        }
    }

    /// Returns a text; nil if the language lacks it. Built-in HTML is only used with the built-in text.
    func template(_ kind: MessageKind, in language: String) throws(MessageTemplates.Unusable) -> MessageTemplate? {
        let name = "\(language)/\(kind.rawValue)"
        let ownText = own[name + ".txt"]
        guard let text = ownText ?? TemplateFiles.builtIn[name + ".txt"] else { return nil }
        let html = own[name + ".html"] ?? (ownText == nil ? TemplateFiles.builtIn[name + ".html"] : nil)
        do throws(MessageTemplate.Broken) { return try MessageTemplate(kind, text: text, html: html) } catch {
            let ending = error.part == .html ? "html" : "txt"
            throw MessageTemplates.Unusable(description: "\(folder.path)/\(name).\(ending) \(error.reason)")
        }
    }

    /// Returns the names in a folder; an empty list if the folder does not exist. Hidden files are ignored.
    private static func names(in folder: URL) throws(MessageTemplates.Unusable) -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw MessageTemplates.Unusable(description: "\(folder.path) cannot be read, or is no folder")
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func read(_ file: URL) throws(MessageTemplates.Unusable) -> String {
        guard let bytes = try? Data(contentsOf: file), bytes.count <= maximumBytes,
            let text = String(bytes: bytes, encoding: .utf8), !text.utf8.contains(0)
        else {
            throw MessageTemplates.Unusable(
                description: "\(file.path) cannot be read as a text in UTF-8 of at most \(maximumBytes >> 10) KiB")
        }
        return text
    }
}
