// Announcements as the app lists them: offers, events and professionals.

import HTTPInterface
import Models

extension JSONObject {
    /// An offer, an event or a professional as the app's decoder takes it; nil for what it cannot take: an id that is no
    /// whole number, or a category that it does not know.
    ///
    /// What the decoder cannot do without is always there. What the publisher's details say of the further members counts.
    init?(listed found: FindAnnouncements.Found) {
        let announcement = found.record.announcement
        guard let id = announcement.subject.number else { return nil }
        if let category = announcement.category, AppCategory(rawValue: category) == nil { return nil }
        self.init()
        set("id", id)
        set("type", announcement.type.wordOfApp)
        set("category", announcement.category)
        set("distanceMeters", found.distance)
        if announcement.type == .professional {
            set("latitude", announcement.coordinate.latitude)
            set("longitude", announcement.coordinate.longitude)
        }
        let details = announcement.readDetails.map(ListedField.taken(of:)) ?? []
        for member in details { set(member.name, json: ListedField.json(member)) }
        let names = Set(details.map(\.name))
        for (name, text) in announcement.usualTexts where !names.contains(name) { set(name, text) }
    }
}

extension Announcement {
    /// What stands for the texts that the details leave open.
    fileprivate var usualTexts: [(name: String, text: String?)] {
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
    }
}

extension AnnouncementType {
    /// What the app calls it.
    fileprivate var wordOfApp: String {
        switch self {
        case .offer: "OFFRE"
        case .event: "EVENEMENT"
        case .professional: "PROFESSIONAL"
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
