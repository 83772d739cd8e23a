import Foundation
import Models
import ServiceRuntime

extension PushSettings {
    /// A digest in one language. `{count}` is the number of notifications, `{kinds}` the number of each kind.
    public struct DigestTexts: Sendable, Equatable {
        public var title: String
        public var body: String
        /// A kind without one is shown by its configured name.
        public var kindNames: [String: String]
    }

    struct KindName: Sendable {
        var kind: String
        var name: String
    }

    /// In characters. A digest must fit into a push together with the names of its kinds.
    private static let maximumText = 500

    private static let builtIn: [TextLanguage: DigestTexts] = [
        .english: DigestTexts(
            title: "New notifications: {count}", body: "{kinds}",
            kindNames: ["OFFER": "Offers", "EVENT": "Events", "PROFESSIONAL": "Professionals"]),
        .french: DigestTexts(
            title: "Nouvelles notifications : {count}", body: "{kinds}",
            kindNames: ["OFFER": "Offres", "EVENT": "Événements", "PROFESSIONAL": "Professionnels"]),
    ]

    static func digests(_ reader: inout SettingsReader) -> [TextLanguage: DigestTexts] {
        let title = reader.readOptional(
            "push.texts.digestTitle", .text,
            "The title of a digest, in every language without its own; {count} is the number of its notifications."
        )
        let body = reader.readOptional(
            "push.texts.digestBody", .text,
            "The text of a digest, in every language without its own; {kinds} lists the number of each kind, and {count} is the total."
        )
        let names = reader.read(
            "push.texts.kindNames", .kindNames, default: [],
            "The names of kinds in a digest, in every language without its own.")
        check(title ?? "", "push.texts.digestTitle", &reader)
        check(body ?? "", "push.texts.digestBody", &reader)
        var digests: [TextLanguage: DigestTexts] = [:]
        for language in TextLanguage.allCases {
            let (standard, path) = (builtIn[language], "push.texts.\(language.rawValue)")
            let ownTitle = reader.read(
                "\(path).digestTitle", .text, default: title ?? standard?.title ?? "",
                "The same title for users whose language is \(language.name).")
            let ownBody = reader.read(
                "\(path).digestBody", .text, default: body ?? standard?.body ?? "",
                "The same text for users whose language is \(language.name).")
            let own = reader.read(
                "\(path).kindNames", .kindNames, default: [],
                "The same names for users whose language is \(language.name).")
            if ownTitle != title { check(ownTitle, "\(path).digestTitle", &reader) }
            if ownBody != body { check(ownBody, "\(path).digestBody", &reader) }
            var kindNames = standard?.kindNames ?? [:]
            for named in names + own { kindNames[named.kind] = named.name }
            digests[language] = DigestTexts(title: ownTitle, body: ownBody, kindNames: kindNames)
        }
        return digests
    }

    private static func check(_ text: String, _ setting: String, _ reader: inout SettingsReader) {
        let rest = text.replacingOccurrences(of: "{count}", with: "").replacingOccurrences(of: "{kinds}", with: "")
        guard rest.contains("{") || text.utf8.count > maximumText else { return }
        reader.report(
            "\(setting) has at most \(maximumText) bytes, and nothing in braces but {count} and {kinds}; set it so.")
    }

    static func digestLink(_ reader: inout SettingsReader) -> String? {
        let link = reader.readOptional(
            "push.digestLink", .text,
            "The address of the inbox that a tap on a digest opens in the app, such as app://inbox. Without it, the app uses screen in the data, which is inbox."
        )
        guard let link else { return nil }
        let scheme = URLComponents(string: link)?.scheme?.lowercased()
        if scheme == nil || scheme == "javascript" || scheme == "data" || link.utf8.count > maximumText
            || !link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        {
            reader.report("push.digestLink must be an address such as app://inbox, of at most \(maximumText) bytes.")
        }
        return link
    }
}

extension ValueForm where Value == [PushSettings.KindName] {
    static let kindNames = ValueForm.list("kind names", of: "a kind and its name such as orders=Orders") {
        (text: String) -> PushSettings.KindName? in
        guard let sign = text.firstIndex(of: "=") else { return nil }
        let name = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
        guard sign > text.startIndex, (1...64).contains(name.utf8.count) else { return nil }
        return PushSettings.KindName(kind: String(text[..<sign]), name: name)
    } write: {
        "\($0.kind)=\($0.name)"
    }
}
