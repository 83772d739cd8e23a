// Announcements as the app lists them: offers, events and professionals.

import BaliseAPI
import BaliseJSON
import Models

extension ListedAnnouncement {
    /// An offer, an event or a professional as the app's decoder takes it. Nil for what the decoder cannot take: an id
    /// that is no whole number, or a category that it does not know.
    ///
    /// Members that the decoder requires are always there. The publisher's details win over the usual texts.
    init?(_ found: FindAnnouncements.SearchResult, categories: ListedCategories = .standard) {
        let announcement = found.record.announcement
        guard let id = announcement.subject.number else { return nil }
        if let category = announcement.category, !categories.contains(category) { return nil }
        let place = announcement.type == .professional ? announcement.coordinate : nil
        var details = announcement.readDetails.map { ListedField.taken(of: $0, categories) } ?? []
        let names = Set(details.map(\.name))
        details += announcement.usualTexts.filter { !names.contains($0.name) }
        self.init(
            id: id, type: ListedKind(announcement.type), category: announcement.category,
            distanceMeters: found.distance, latitude: place?.latitude, longitude: place?.longitude, details: details)
    }
}

extension Announcement {
    /// What stands for the texts that the details leave open.
    fileprivate var usualTexts: [ListedAnnouncement.Member] {
        let texts: [(name: String, text: String?)] =
            switch type {
            case .offer, .event:
                [
                    ("title", title ?? ""), ("description", body ?? ""), ("status", "ACTIVE"),
                    ("startDate", startsAt.map { RFC3339.text(of: $0.date) }),
                    ("endDate", expiresAt.map { RFC3339.text(of: $0.date) }),
                ]
            case .professional:
                [
                    ("firstName", title ?? ""), ("lastName", ""), ("email", ""), ("userType", "PROFESSIONAL"),
                    ("establishmentDescription", body),
                ]
            }
        return texts.compactMap { name, text in text.map { ListedAnnouncement.Member(name, $0) } }
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
