/// A BCP 47 tag in its canonical form (RFC 5646, section 4.5), such as `fr`, `pt-BR` or `zh-Hant-TW`. Extensions such
/// as `-u-rg-chzzzz` are removed, because they are about numbers and dates.
public struct LanguageTag: Hashable, Sendable {
    /// The tag: the language in lower case, the script as in `Hant`, the region as in `TW`, the rest in lower case.
    public let text: String
    /// The language, such as `zh`; for a private-use tag, the whole tag.
    public let language: String
    /// The script, such as `Hant`; nil if the tag names no script.
    public let script: String?
    /// The region, such as `TW` or `419`; nil if the tag names no region.
    public let region: String?

    public static let lengths = 1...64

    /// Reads a tag, also in the forms of Apple's `Locale.identifier`, POSIX and Java: `pt_BR`, `fr_FR.UTF-8`,
    /// `fr-FR@calendar=gregorian`.
    public init?(_ written: some StringProtocol) {
        guard LanguageTag.lengths.contains(written.utf8.count) else { return nil }
        let tag = written.utf8.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: ".") }
            .map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : (65...90).contains($0) ? $0 | 0x20 : $0 }
        guard tag.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }) else { return nil }
        let lowercase = String(decoding: tag, as: UTF8.self)
        let parts = (LanguageTag.irregular[lowercase] ?? lowercase).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ (1...8).contains($0.utf8.count) }) else { return nil }
        self.init(parts: parts)
    }

    /// Creates a tag from its subtags, which are in lower case.
    private init?(parts: [Substring]) {
        var rest = parts[...]
        guard rest.first != "x" else {
            guard parts.count > 1 else { return nil }
            self.init(parts.joined(separator: "-"), nil, nil, [])
            return
        }
        // The registry has no language of more letters, so `french` is a name and no tag.
        guard var language = rest.popFirst(), (2...3).contains(language.utf8.count), language.isLetters else {
            return nil
        }
        // An extended language replaces its prefix: `zh-yue` is `yue` (RFC 5646, section 4.5, step 3).
        if let extended = rest.first, extended.utf8.count == 3, extended.isLetters {
            language = rest.removeFirst()
            while rest.first.map({ $0.utf8.count == 3 && $0.isLetters }) == true { rest.removeFirst() }
        }
        var script: String?
        if let part = rest.first, part.utf8.count == 4, part.isLetters {
            script = part.prefix(1).uppercased() + part.dropFirst()
            rest.removeFirst()
        }
        var region: String?
        if let part = rest.first,
            part.utf8.count == 2 && part.isLetters || part.utf8.count == 3 && part.isASCIIDigits
        {
            region = part.uppercased()
            rest.removeFirst()
        }
        var variants: [Substring] = []
        while let part = rest.first, part.utf8.count > 4 || part.utf8.count == 4 && part.prefix(1).isASCIIDigits {
            variants.append(rest.removeFirst())
        }
        while let singleton = rest.first, singleton.utf8.count == 1, singleton != "x" {
            rest.removeFirst()
            guard rest.first.map({ $0.utf8.count > 1 }) == true else { return nil }
            while rest.first.map({ $0.utf8.count > 1 }) == true { rest.removeFirst() }
        }
        guard rest.isEmpty || rest.first == "x" && rest.count > 1 else { return nil }
        let alias = LanguageTag.replacedLanguages[String(language)]
        self.init(
            alias?.language ?? String(language), script ?? alias?.script,
            region.map { LanguageTag.replacedRegions[$0] ?? $0 }, variants + rest)
    }

    private init(_ language: String, _ script: String?, _ region: String?, _ rest: [Substring]) {
        (self.language, self.script, self.region) = (language, script, region)
        text = ([language, script, region].compactMap(\.self) + rest.map(String.init)).joined(separator: "-")
    }
}

extension LanguageTag {
    /// Reads a list of tags such as `fr-CA, en`. The preferred tag is the first. Invalid tags are left out.
    public static func list(_ text: String?) -> [LanguageTag] {
        text?.split(separator: ",").compactMap { LanguageTag($0.trimmingPrefix { $0 == " " }) } ?? []
    }
}

extension [LanguageTag] {
    /// The list as text, the inverse of `LanguageTag.list`; nil for an empty list.
    public var text: String? { isEmpty ? nil : map(\.text).joined(separator: ", ") }
}

extension Substring {
    fileprivate var isLetters: Bool { utf8.allSatisfy { ($0 | 0x20).isASCIILowercase } }
}
