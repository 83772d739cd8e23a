// What a publisher announces, and what became of it.

/// What is announced. The raw value is what publishers write.
public enum AnnouncementType: String, Codable, Sendable, CaseIterable {
    case offer = "OFFER"
    case event = "EVENT"
    case professional = "PROFESSIONAL"
}

/// What the publisher calls the offer, event or professional: a whole number or a text, as their app knows it.
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

/// An offer, an event or a professional that people who are near are told of.
public struct Announcement: Codable, Hashable, Sendable {
    public var type: AnnouncementType
    public var subject: SubjectID
    /// At most 200 characters in 600 bytes; nil for the configured text of its type.
    public var title: String?
    /// At most 1,000 bytes; nil for the configured text of its type.
    public var body: String?
    /// One of the configured ones; nil only for events.
    public var category: String?
    /// Where it is.
    public var coordinate: Coordinate
    /// Nobody is told before; nil for at once.
    public var startsAt: UnixTime?
    /// Nobody is told after, and it is listed no more; nil for 30 days after it was announced.
    public var expiresAt: UnixTime?
    /// A JSON object of at most 4 KiB with further members for the lists of the app. Push stores it as it came, and
    /// only looks into it for searches.
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

/// How far an announcement has come.
public enum AnnouncementState: String, Codable, Sendable, CaseIterable {
    /// Waits for its `startsAt`.
    case scheduled
    /// It is being found out who hears of it.
    case deciding
    case delivering
    /// Every delivery has come to its end.
    case done
    /// Its publisher has taken it back.
    case cancelled
}

/// The delivery counts of an announcement. At every moment `accepted` is the sum of the others.
public struct DeliveryCounts: Codable, Hashable, Sendable {
    /// All deliveries that were decided on.
    public var accepted: Int
    /// The provider took them.
    public var sent: Int
    /// Not sent, for a reason of the person: switched off, moved, muted.
    public var suppressed: Int
    /// Wait for the end of quiet hours.
    public var deferred: Int
    /// Given up.
    public var failed: Int
    /// Their time was over before they could be sent.
    public var expired: Int
    /// Wait for their turn, or for another try.
    public var pending: Int
    /// Those of `sent` that had waited for the end of quiet hours, as push keeps it; in no message.
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

/// An announcement with its delivery counts.
public struct AnnouncementRecord: Codable, Hashable, Sendable {
    public var id: AnnouncementID
    public var announcement: Announcement
    public var createdAt: UnixTime
    public var state: AnnouncementState
    /// How many people it was for; 0 until that is decided.
    public var recipients: Int
    public var counts: DeliveryCounts
    /// When it was for fewer people than this: `recipients` and `counts` are empty then, since so small a count would
    /// say where a person is. Nil where the counts are told.
    public var fewerThan: Int?

    enum CodingKeys: Int, CodingKey { case id = 0, announcement, createdAt, state, recipients, counts, fewerThan }

    public init(
        id: AnnouncementID, announcement: Announcement, createdAt: UnixTime, state: AnnouncementState, recipients: Int,
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
