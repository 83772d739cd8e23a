// The texts of announcements that come without their own.

import Models

/// The texts of announcements that come without their own, by language.
struct StandardTexts: Hashable, Sendable {
    /// The two texts of a notification.
    struct Pair: Hashable, Sendable {
        var title: String
        var body: String
    }

    /// The texts of one language.
    struct Kinds: Hashable, Sendable {
        var offer: Pair
        var event: Pair
        var professional: Pair
    }

    let languages: [TextLanguage: Kinds]
    /// For whoever's language is not known or has no texts.
    let fallback: TextLanguage
    /// What digests show, of each language that has texts.
    var digests: [TextLanguage: DigestTexts] = [:]

    /// Which texts somebody reads.
    /// - Parameter tags: their languages, as `LanguageTag.list` reads them; nil when they are not known.
    func language(for tags: String?) -> TextLanguage {
        TextLanguage.best(for: tags, of: TextLanguage.allCases.filter { languages[$0] != nil }) ?? fallback
    }

    /// What is shown: the announcement's own text, or the one for its type where it has none or an empty one.
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

    /// An announcement with its texts filled in.
    func filled(_ announcement: Announcement, for tags: String?) -> Announcement {
        var announcement = announcement
        let text = filled(announcement.type, title: announcement.title, body: announcement.body, for: tags)
        (announcement.title, announcement.body) = (text.title, text.body)
        return announcement
    }
}

extension TextLanguage {
    /// Which of these languages somebody reads; nil for none.
    /// - Parameter tags: as `LanguageTag.list` reads them.
    static func best(for tags: String?, of offered: [TextLanguage] = allCases) -> TextLanguage? {
        LanguageTag.best(of: offered.compactMap { LanguageTag($0.rawValue) }, for: LanguageTag.list(tags))
            .map { offered[$0] }
    }
}
