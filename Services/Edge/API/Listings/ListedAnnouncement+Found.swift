// Announcements as the app lists them: offers, events and professionals.

import BaliseAPI
import BaliseJSON
import Models

extension ListedAnnouncement {
    /// An offer, an event or a professional as the app's decoder takes it. Nil for what the decoder cannot take: an id
    /// that is no whole number, or a category that it does not know.
    ///
    /// Members that the decoder requires are always there. What was announced stands; the publisher's details only add
    /// to it, so that a list shows what was pushed.
    init?(_ found: FindAnnouncements.SearchResult, categories: ListedCategories = .standard) {
        let announcement = found.record.announcement
        guard let id = announcement.subject.number else { return nil }
        if let category = announcement.category, !categories.contains(category) { return nil }
        let place = announcement.type == .professional ? announcement.coordinate : nil
        let own = announcement.ownTexts
        let ownNames = Set(own.map(\.name))
        var details = own
        let further = announcement.readDetails.map { ListedField.taken(of: $0, categories) } ?? []
        details += further.filter { !ownNames.contains($0.name) }
        let names = Set(details.map(\.name))
        details += announcement.substitutes.filter { !names.contains($0.name) }
        self.init(
            id: id, type: ListedKind(announcement.type), category: announcement.category,
            distanceMeters: found.distance, latitude: place?.latitude, longitude: place?.longitude, details: details)
    }
}

extension Announcement {
    /// What the announcement says itself, and nothing else may say in its place.
    fileprivate var ownTexts: [ListedAnnouncement.Member] {
        switch type {
        case .offer, .event:
            Self.members([
                ("title", title), ("description", body), ("status", "ACTIVE"),
                ("startDate", startsAt.map { RFC3339.text(of: $0.date) }),
                ("endDate", expiresAt.map { RFC3339.text(of: $0.date) }),
            ])
        case .professional:
            Self.members([
                ("establishmentName", title), ("establishmentDescription", body), ("userType", "PROFESSIONAL"),
            ])
        }
    }

    /// What stands for required texts that neither the announcement nor its details say.
    fileprivate var substitutes: [ListedAnnouncement.Member] {
        switch type {
        case .offer, .event: Self.members([("title", ""), ("description", "")])
        case .professional: Self.members([("firstName", title ?? ""), ("lastName", ""), ("email", "")])
        }
    }

    private static func members(_ texts: [(name: String, text: String?)]) -> [ListedAnnouncement.Member] {
        texts.compactMap { name, text in text.map { ListedAnnouncement.Member(name, $0) } }
    }
}

extension ListedKind {
    /// What the app calls a type.
    fileprivate init(_ type: AnnouncementType) {
        switch type {
        case .offer: self = .offer
        case .event: self = .event
        case .professional: self = .professional
        }
    }
}

extension SubjectID {
    /// The name as a whole number; nil when it is none.
    fileprivate var number: Int64? {
        switch self {
        case .number(let number): number
        case .text(let text): Int64(text).flatMap { String($0) == text ? $0 : nil }
        }
    }
}
