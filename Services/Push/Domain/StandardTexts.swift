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
    /// - Parameter tag: their language as a BCP 47 tag; nil when it is not known.
    func language(for tag: String?) -> TextLanguage {
        let code = tag?.split { $0 == "-" || $0 == "_" }.first?.lowercased()
        guard let language = code.flatMap(TextLanguage.init(rawValue:)), languages[language] != nil else {
            return fallback
        }
        return language
    }

    /// What is shown: the announcement's own text, or the one for its type where it has none or an empty one.
    func filled(_ type: AnnouncementType, title: String?, body: String?, for tag: String?) -> Pair {
        let own = (title: title.flatMap { $0.isEmpty ? nil : $0 }, body: body.flatMap { $0.isEmpty ? nil : $0 })
        let kinds = languages[language(for: tag)]
        let standard =
            switch type {
            case .offer: kinds?.offer
            case .event: kinds?.event
            case .professional: kinds?.professional
            }
        return Pair(title: own.title ?? standard?.title ?? "", body: own.body ?? standard?.body ?? "")
    }

    /// An announcement with its texts filled in.
    func filled(_ announcement: Announcement, for tag: String?) -> Announcement {
        var announcement = announcement
        let text = filled(announcement.type, title: announcement.title, body: announcement.body, for: tag)
        (announcement.title, announcement.body) = (text.title, text.body)
        return announcement
    }
}
