import Foundation
public import Models
public import ServiceRuntime

/// The delivery of pushes, and their standard texts.
public struct PushSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.push: ["push"]]

    public struct Texts: Sendable, Equatable {
        public var title: String
        public var body: String
    }

    public struct StandardTexts: Sendable, Equatable {
        public var offer: Texts
        public var event: Texts
        public var professional: Texts
    }

    public var apns: APNsSettings
    public var fcm: FCMSettings
    public var texts: [TextLanguage: StandardTexts]
    /// The language for users whose own is unknown or has no texts.
    public var textLanguage: TextLanguage
    public var digests: [TextLanguage: DigestTexts]
    public var digestLink: String?
    public var maximumPositionAge: Duration
    public var attempts: Int
    public var firstPause: Duration
    public var maximumPause: Duration

    public init(_ reader: inout SettingsReader) {
        apns = APNsSettings(&reader)
        fcm = FCMSettings(&reader)
        (texts, textLanguage) = PushSettings.texts(&reader)
        digests = PushSettings.digests(&reader)
        digestLink = PushSettings.digestLink(&reader)
        maximumPositionAge = reader.read(
            "push.maximumPositionAge", .span(.seconds(60)...(.seconds(8760 * 3600))), default: .seconds(720 * 3600),
            "The oldest position of a user that pushes use. With an older one, the user gets nothing that depends on distance."
        )
        attempts = reader.read(
            "push.attempts", .whole(1...1000), default: 30,
            "The most attempts of a delivery. It ends earlier when its time is over.")
        firstPause = reader.read(
            "push.firstPause", .span(.milliseconds(10)...(.seconds(60))), default: .seconds(1),
            "The pause before the second attempt of a delivery. It doubles each time.")
        maximumPause = reader.read(
            "push.longestPause", .span(.seconds(1)...(.seconds(24 * 3600))), default: .seconds(900),
            "The longest pause between two attempts, unless the provider asks for a longer one.")
        if maximumPause < firstPause {
            reader.report("push.longestPause is shorter than push.firstPause; set it to the same or more.")
        }
    }

    /// A digest in one language. `{count}` is the number of notifications, `{kinds}` the number of each kind.
    public struct DigestTexts: Sendable, Equatable {
        public var title: String
        public var body: String
        /// The names of kinds. A kind without a name here is shown by its configured name.
        public var kindNames: [String: String]
    }

    struct KindName: Sendable {
        var kind: String
        var name: String
    }

    /// The longest text in characters. A digest must fit into a push together with the names of its kinds.
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
                "The title of a digest for users whose language is \(language.name); {count} is the number of its notifications."
            )
            let ownBody = reader.read(
                "\(path).digestBody", .text, default: body ?? standard?.body ?? "",
                "The text of a digest for users whose language is \(language.name); {kinds} lists the number of each kind, and {count} is the total."
            )
            let own = reader.read(
                "\(path).kindNames", .kindNames, default: [],
                "The names of kinds in a digest for users whose language is \(language.name).")
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

    private struct Kind {
        let name: String
        let what: String
        let builtIn: [TextLanguage: Texts]
    }

    private static let kinds = [
        Kind(
            name: "offer", what: "an offer",
            builtIn: [
                .english: Texts(title: "New offer near you", body: "See it in the app."),
                .french: Texts(title: "Nouvelle offre près de chez vous", body: "Découvrez-la dans l’application."),
            ]),
        Kind(
            name: "event", what: "an event",
            builtIn: [
                .english: Texts(title: "New event near you", body: "See it in the app."),
                .french: Texts(title: "Nouvel événement près de chez vous", body: "Découvrez-le dans l’application."),
            ]),
        Kind(
            name: "professional", what: "a professional",
            builtIn: [
                .english: Texts(title: "New professional near you", body: "See them in the app."),
                .french: Texts(
                    title: "Nouveau professionnel près de chez vous", body: "Découvrez-le dans l’application."),
            ]),
    ]

    static func texts(_ reader: inout SettingsReader) -> ([TextLanguage: StandardTexts], fallback: TextLanguage) {
        let general = kinds.map { kind in
            (
                title: reader.readOptional(
                    "push.texts.\(kind.name)Title", .text,
                    "The title for \(kind.what) that is announced without one, in every language without its own."
                ),
                body: reader.readOptional(
                    "push.texts.\(kind.name)Body", .text,
                    "The text for \(kind.what) that is announced without one, in every language without its own."
                )
            )
        }
        var texts: [TextLanguage: StandardTexts] = [:]
        for language in TextLanguage.allCases {
            let read = zip(kinds, general)
                .map { kind, general in
                    let builtIn = kind.builtIn[language]
                    return Texts(
                        title: reader.read(
                            "push.texts.\(language.rawValue).\(kind.name)Title", .text,
                            default: general.title ?? builtIn?.title ?? "",
                            "The title for \(kind.what) that is announced without one, for users whose language is \(language.name)."
                        ),
                        body: reader.read(
                            "push.texts.\(language.rawValue).\(kind.name)Body", .text,
                            default: general.body ?? builtIn?.body ?? "",
                            "The text for \(kind.what) that is announced without one, for users whose language is \(language.name)."
                        ))
                }
            texts[language] = StandardTexts(offer: read[0], event: read[1], professional: read[2])
        }
        let language = reader.read(
            "push.texts.language", .word, default: TextLanguage.english,
            "The language of push.texts for users whose own language is unknown or has no texts.")
        return (texts, language)
    }
}

extension SectionNames { public var push: PushSettings.Type { PushSettings.self } }

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

extension TextLanguage {
    var name: String {
        switch self {
        case .english: "English"
        case .french: "French"
        }
    }
}
