// What a person wants to hear of and what they were told, as an operator sees it.

public import BaliseJSON
public import Foundation

/// What a person wants to hear of: what GET /accounts/{account}/preferences answers.
public struct AccountPreferences: JSONConvertible, Hashable {
    /// Whether of offers.
    public var notifyNewOffers: Bool
    /// Whether of professionals.
    public var notifyNewProNearby: Bool
    /// Whether of events.
    public var notifyLocalEvents: Bool
    /// Kilometres around the person's last position.
    public var notificationRadius: Int
    /// Which categories of those that there are.
    public var preferredCategories: [String]
    /// When the person is left in peace; nil for never.
    public var quietHours: QuietTimes?
    /// The kinds of notifications that there are.
    public var kinds: [KindChoice]
    /// The topics to which the person has subscribed.
    public var topics: [String]
    /// The topics to which publishers have added the person.
    public var givenTopics: [String]
    /// What publishers say of the person.
    public var tags: [String]

    /// When a person is left in peace.
    public struct QuietTimes: JSONConvertible, Hashable {
        /// The first quiet minute: `22:00`.
        public var start: String
        /// The first one that is not: `07:00`.
        public var end: String
        /// An IANA time zone.
        public var timeZone: String
        /// Whether time-sensitive and critical notifications come all the same.
        public var allowsInterruptions: Bool

        /// Makes a body of these members.
        public init(start: String, end: String, timeZone: String, allowsInterruptions: Bool) {
            self.start = start
            self.end = end
            self.timeZone = timeZone
            self.allowsInterruptions = allowsInterruptions
        }
    }

    /// Whether a person hears of a kind of notifications.
    public struct KindChoice: JSONConvertible, Hashable {
        public var name: String
        public var enabled: Bool
        /// Whether nobody can switch it off.
        public var mandatory: Bool

        /// Makes a body of these members.
        public init(name: String, enabled: Bool, mandatory: Bool) {
            self.name = name
            self.enabled = enabled
            self.mandatory = mandatory
        }
    }

    /// Makes a body of these members; nil leaves one out.
    public init(
        notifyNewOffers: Bool, notifyNewProNearby: Bool, notifyLocalEvents: Bool, notificationRadius: Int,
        preferredCategories: [String], quietHours: QuietTimes? = nil, kinds: [KindChoice], topics: [String],
        givenTopics: [String], tags: [String]
    ) {
        self.notifyNewOffers = notifyNewOffers
        self.notifyNewProNearby = notifyNewProNearby
        self.notifyLocalEvents = notifyLocalEvents
        self.notificationRadius = notificationRadius
        self.preferredCategories = preferredCategories
        self.quietHours = quietHours
        self.kinds = kinds
        self.topics = topics
        self.givenTopics = givenTopics
        self.tags = tags
    }
}

/// A page of what a person was told: what GET /accounts/{account}/inbox answers.
public struct AccountInbox: JSONConvertible, Hashable {
    /// The latest first.
    public var entries: [Entry]
    /// How many of all are unread.
    public var unread: Int
    /// How many there are.
    public var total: Int
    /// What `cursor` is for the next page; nil when this is the last.
    public var nextCursor: String?

    /// Something that the person was told.
    public struct Entry: JSONConvertible, Hashable {
        /// The id of the announcement, or of the notification.
        public var id: String
        /// `OFFER`, `EVENT` or `PROFESSIONAL`; nil for a notification.
        public var type: String?
        /// The kind of a notification; nil for an announcement.
        public var kind: String?
        /// As the person reads it.
        public var title: String
        /// The same.
        public var body: String
        /// When the person was told.
        public var at: Date
        /// When they have read it; nil while it is unread.
        public var readAt: Date?

        /// Makes a body of these members; nil leaves one out.
        public init(
            id: String, type: String? = nil, kind: String? = nil, title: String, body: String, at: Date,
            readAt: Date? = nil
        ) {
            self.id = id
            self.type = type
            self.kind = kind
            self.title = title
            self.body = body
            self.at = at
            self.readAt = readAt
        }
    }

    /// The query parameters by which entries are looked for.
    public enum Parameter: String, CaseIterable, Sendable {
        /// How many entries at most.
        case limit
        /// `nextCursor` of another page.
        case cursor
    }

    /// Makes a body of these members; nil leaves one out.
    public init(entries: [Entry], unread: Int, total: Int, nextCursor: String? = nil) {
        self.entries = entries
        self.unread = unread
        self.total = total
        self.nextCursor = nextCursor
    }
}
