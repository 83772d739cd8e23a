import Models

struct StandardTexts: Hashable, Sendable {
    struct Pair: Hashable, Sendable {
        var title: String
        var body: String
    }

    struct Kinds: Hashable, Sendable {
        var offer: Pair
        var event: Pair
        var professional: Pair
    }

    let languages: [TextLanguage: Kinds]
    let fallback: TextLanguage
    var digests: [TextLanguage: DigestTexts] = [:]

    /// Returns the language of the default texts.
    /// - Parameter tags: The reader's languages, in the form that `LanguageTag.list` reads.
    func language(for tags: String?) -> TextLanguage {
        TextLanguage.best(for: tags, of: TextLanguage.allCases.filter { languages[$0] != nil }) ?? fallback
    }

    func filled(_ announcement: Announcement, for tags: String?) -> Announcement {
        let kinds = languages[language(for: tags)]
        let standard =
            switch announcement.type {
            case .offer: kinds?.offer
            case .professional: kinds?.professional
            default: kinds?.event
            }
        var filled = AnnouncementRules.kept(announcement)
        filled.category = announcement.category
        filled.title = filled.title ?? standard?.title ?? ""
        filled.body = filled.body ?? standard?.body ?? ""
        return filled
    }
}

extension TextLanguage {
    /// Returns the best of the offered languages; nil if none suits.
    /// - Parameter tags: The reader's languages, in the form that `LanguageTag.list` reads.
    static func best(for tags: String?, of offered: [TextLanguage] = allCases) -> TextLanguage? {
        LanguageTag.best(of: offered.compactMap { LanguageTag($0.rawValue) }, for: LanguageTag.list(tags))
            .map { offered[$0] }
    }
}
