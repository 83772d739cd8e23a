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
    /// For languages that are unknown or have no texts.
    let fallback: TextLanguage
    var digests: [TextLanguage: DigestTexts] = [:]

    /// The language whose texts a user gets.
    /// - Parameter tags: The user's languages, in the form that `LanguageTag.list` reads; nil if unknown.
    func language(for tags: String?) -> TextLanguage {
        TextLanguage.best(for: tags, of: TextLanguage.allCases.filter { languages[$0] != nil }) ?? fallback
    }

    /// The announcement's own text, or the default of its type if that is missing or empty.
    func filled(_ type: AnnouncementType, title: String?, body: String?, for tags: String?) -> Pair {
        let own = (title: title.flatMap { $0.isEmpty ? nil : $0 }, body: body.flatMap { $0.isEmpty ? nil : $0 })
        let kinds = languages[language(for: tags)]
        let standard =
            switch type {
            case .offer: kinds?.offer
            case .event: kinds?.event
            case .professional: kinds?.professional
            }
        return Pair(title: own.title ?? standard?.title ?? "", body: own.body ?? standard?.body ?? "")
    }

    func filled(_ announcement: Announcement, for tags: String?) -> Announcement {
        var announcement = announcement
        let text = filled(announcement.type, title: announcement.title, body: announcement.body, for: tags)
        (announcement.title, announcement.body) = (text.title, text.body)
        return announcement
    }
}

extension TextLanguage {
    /// The best of the offered languages for a user; nil for none.
    /// - Parameter tags: In the form that `LanguageTag.list` reads.
    static func best(for tags: String?, of offered: [TextLanguage] = allCases) -> TextLanguage? {
        LanguageTag.best(of: offered.compactMap { LanguageTag($0.rawValue) }, for: LanguageTag.list(tags))
            .map { offered[$0] }
    }
}
