import Models
import ServiceRuntime

extension PushSettings {
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
                .french: Texts(title: "Nouvelle offre près de chez vous", body: "Découvrez-la dans l'application."),
            ]),
        Kind(
            name: "event", what: "an event",
            builtIn: [
                .english: Texts(title: "New event near you", body: "See it in the app."),
                .french: Texts(title: "Nouvel événement près de chez vous", body: "Découvrez-le dans l'application."),
            ]),
        Kind(
            name: "professional", what: "a professional",
            builtIn: [
                .english: Texts(title: "New professional near you", body: "See them in the app."),
                .french: Texts(
                    title: "Nouveau professionnel près de chez vous", body: "Découvrez-le dans l'application."),
            ]),
    ]

    /// The texts by language, and the language for users with none of these.
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
                            "The same title for users whose language is \(language.name)."),
                        body: reader.read(
                            "push.texts.\(language.rawValue).\(kind.name)Body", .text,
                            default: general.body ?? builtIn?.body ?? "",
                            "The same text for users whose language is \(language.name)."))
                }
            texts[language] = StandardTexts(offer: read[0], event: read[1], professional: read[2])
        }
        let language = reader.read(
            "push.texts.language", .word, default: TextLanguage.english,
            "The language of these texts for users whose own language is unknown or has no texts.")
        return (texts, language)
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
