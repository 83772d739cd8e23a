import BaliseAPI
import BaliseJSON
import Models

extension ListedAnnouncement {
    /// Nil for an id that is no whole number, or a category that the app does not know. The decoder's required members are
    /// always present; the publisher's details only add to the announcement, so a list shows what was pushed.
    init?(_ found: FindAnnouncements.SearchResult, categories: ListedCategories = .standard) {
        let (page, announcement) = (found.page, found.page.announcement)
        guard let id = announcement.subject.wholeNumber else { return nil }
        if let category = announcement.category, !categories.contains(category) { return nil }
        let place = announcement.type == .professional ? page.place : nil
        let own = page.ownTexts
        let ownNames = Set(own.map(\.name))
        var details = own
        let further = page.readDetails.map { ListedField.taken(of: $0, categories) } ?? []
        details += further.filter { !ownNames.contains($0.name) }
        let names = Set(details.map(\.name))
        details += page.substitutes.filter { !names.contains($0.name) }
        self.init(
            id: id, type: ListedKind(announcement.type), category: announcement.category,
            distanceMeters: found.distance, latitude: place?.latitude, longitude: place?.longitude, details: details)
    }
}

extension AnnouncedPage {
    fileprivate var ownTexts: [ListedAnnouncement.Member] {
        switch announcement.type {
        case .professional:
            Self.members([
                ("establishmentName", announcement.title), ("establishmentDescription", announcement.body),
                ("userType", "PROFESSIONAL"),
            ])
        default:
            Self.members([
                ("title", announcement.title), ("description", announcement.body), ("status", "ACTIVE"),
                ("startDate", startsAt.map { RFC3339.text(of: $0.date) }),
                ("endDate", expiresAt.map { RFC3339.text(of: $0.date) }),
            ])
        }
    }

    fileprivate var substitutes: [ListedAnnouncement.Member] {
        switch announcement.type {
        case .professional: Self.members([("firstName", announcement.title ?? ""), ("lastName", ""), ("email", "")])
        default: Self.members([("title", ""), ("description", "")])
        }
    }

    private static func members(_ texts: [(name: String, text: String?)]) -> [ListedAnnouncement.Member] {
        texts.compactMap { name, text in text.map { ListedAnnouncement.Member(name, $0) } }
    }
}

extension ListedKind {
    fileprivate init(_ type: AnnouncementType) {
        switch type {
        case .offer: self = .offer
        case .professional: self = .professional
        default: self = .event
        }
    }
}
