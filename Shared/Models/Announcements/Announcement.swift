/// The part of a notification that only announcements have: they tell users of an offer, an event or a professional.
public struct Announcement: Codable, Hashable, Sendable {
    public var type: AnnouncementType
    public var subject: AnnouncementSubject
    /// The title, at most 200 characters in 600 bytes; nil for the type's configured text.
    public var title: String?
    /// The text, at most 1,000 bytes; nil for the type's configured text.
    public var body: String?
    /// One of the categories in the settings; nil only for an event without one.
    public var category: String?

    enum CodingKeys: Int, CodingKey { case type = 0, subject, title, body, category }

    public init(
        type: AnnouncementType, subject: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil
    ) {
        (self.type, self.subject, self.title, self.body, self.category) = (type, subject, title, body, category)
    }
}

extension AnnouncementSubject {
    /// The id as a number. A text counts if it is the usual form of a number; nil for any other text.
    public var wholeNumber: Int64? {
        switch self {
        case .number(let number): number
        case .text(let text): Int64(text).flatMap { String($0) == text ? $0 : nil }
        }
    }
}

extension OutgoingNotification {
    /// Creates an announcement's notification, for users who want its type and category near the place.
    public init(
        announcing announcement: Announcement, at place: Coordinate, startsAt: UnixTime? = nil,
        expiresAt: UnixTime? = nil, details: String? = nil
    ) {
        self.init(
            kind: announcement.type.rawValue, audience: .near(place), content: NotificationContent(sound: nil),
            startsAt: startsAt, expiresAt: expiresAt, details: details, announcement: announcement)
    }
}

/// An announcement as users see it in lists and on its page.
public struct AnnouncedPage: Codable, Hashable, Sendable {
    public var id: NotificationID
    public var announcement: Announcement
    /// The place. Nil for an offer or event that comes from a notification's details and has none.
    public var place: Coordinate?
    public var startsAt: UnixTime?
    public var expiresAt: UnixTime?
    /// The JSON object for the app's page, as in `OutgoingNotification`; nil if the publisher gave none.
    public var details: String?

    enum CodingKeys: Int, CodingKey { case id = 0, announcement, place, startsAt, expiresAt, details }

    public init(
        id: NotificationID, announcement: Announcement, place: Coordinate?, startsAt: UnixTime? = nil,
        expiresAt: UnixTime? = nil, details: String? = nil
    ) {
        (self.id, self.announcement, self.place) = (id, announcement, place)
        (self.startsAt, self.expiresAt, self.details) = (startsAt, expiresAt, details)
    }
}

/// A language of the announcements' default texts. The raw value is its code (ISO 639).
public enum TextLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
}
