/// The raw value is part of the API.
public enum AnnouncementType: String, Codable, Sendable, CaseIterable {
    case offer = "OFFER"
    case event = "EVENT"
    case professional = "PROFESSIONAL"
}

/// The publisher's id of the subject: a whole number or a text from the app's database.
public enum SubjectID: Codable, Hashable, Sendable {
    case number(Int64)
    /// 1 to 128 bytes.
    case text(String)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// An offer, an event or a professional that users nearby are notified of.
public struct Announcement: Codable, Hashable, Sendable {
    public var type: AnnouncementType
    public var subject: SubjectID
    /// At most 200 characters in 600 bytes; nil for the type's configured text.
    public var title: String?
    /// At most 1,000 bytes; nil for the type's configured text.
    public var body: String?
    /// A configured category; nil only for events.
    public var category: String?
    public var coordinate: Coordinate
    /// No user is notified before this time; nil for at once.
    public var startsAt: UnixTime?
    /// After this time no user is notified and it is not listed; nil for 30 days after its creation.
    public var expiresAt: UnixTime?
    /// A JSON object of at most 4 KiB with further members for the app's lists. Push stores it unchanged, and reads it
    /// only for searches.
    public var details: String?

    enum CodingKeys: Int, CodingKey {
        case type = 0, subject, title, body, category, coordinate, startsAt, expiresAt, details
    }

    public init(
        type: AnnouncementType, subject: SubjectID, title: String? = nil, body: String? = nil, category: String? = nil,
        coordinate: Coordinate, startsAt: UnixTime? = nil, expiresAt: UnixTime? = nil, details: String? = nil
    ) {
        self.type = type
        self.subject = subject
        self.title = title
        self.body = body
        self.category = category
        self.coordinate = coordinate
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }
}

/// The number of deliveries in each state. `accepted` is always the sum of the others.
public struct DeliveryCounts: Codable, Hashable, Sendable {
    /// All deliveries.
    public var accepted: Int
    /// Accepted by the provider.
    public var sent: Int
    /// Not sent because of the user: switched off, moved away, muted.
    public var suppressed: Int
    /// Waiting for the end of quiet hours.
    public var deferred: Int
    public var failed: Int
    /// Expired before they could be sent.
    public var expired: Int
    /// Waiting for their turn, or for another try.
    public var pending: Int
    /// The part of `sent` that had waited for the end of quiet hours. Only stored by push, never sent in a message.
    public var sentLater = 0

    enum CodingKeys: Int, CodingKey { case accepted = 0, sent, suppressed, deferred, failed, expired, pending }

    public init(accepted: Int, sent: Int, suppressed: Int, deferred: Int, failed: Int, expired: Int, pending: Int) {
        self.accepted = accepted
        self.sent = sent
        self.suppressed = suppressed
        self.deferred = deferred
        self.failed = failed
        self.expired = expired
        self.pending = pending
    }
}

/// A stored announcement with its progress and its delivery counts.
public struct AnnouncementRecord: Codable, Hashable, Sendable {
    public var id: NotificationID
    public var announcement: Announcement
    public var createdAt: UnixTime
    public var state: NotificationState
    /// 0 before the audience is determined.
    public var recipients: Int
    public var counts: DeliveryCounts
    /// Set if there were fewer users than this. `recipients` and `counts` are then empty, because a small count could
    /// reveal where a user is. Otherwise nil.
    public var fewerThan: Int?

    enum CodingKeys: Int, CodingKey { case id = 0, announcement, createdAt, state, recipients, counts, fewerThan }

    public init(
        id: NotificationID, announcement: Announcement, createdAt: UnixTime, state: NotificationState, recipients: Int,
        counts: DeliveryCounts, fewerThan: Int? = nil
    ) {
        self.fewerThan = fewerThan
        self.id = id
        self.announcement = announcement
        self.createdAt = createdAt
        self.state = state
        self.recipients = recipients
        self.counts = counts
    }
}
