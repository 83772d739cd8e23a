public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The user's notification preferences: the answer of GET /accounts/{account}/preferences.
public struct AccountPreferences: JSONConvertible, Hashable {
    @Flattened public var choices: NotificationChoices
    /// The hours without notifications; nil for none.
    public var quietHours: QuietTimes?
    public var kinds: [NotificationKindSwitch]
    public var topics: [String]
    /// The topics that publishers have added the user to.
    public var givenTopics: [String]
    public var tags: [String]

    public struct QuietTimes: JSONConvertible, Hashable {
        /// The first quiet minute: `22:00`.
        public var start: String
        /// The first minute that is not quiet: `07:00`.
        public var end: String
        /// An IANA time zone.
        public var timeZone: String
        /// Whether time-sensitive and critical notifications still arrive.
        public var allowsInterruptions: Bool

        public init(start: String, end: String, timeZone: String, allowsInterruptions: Bool) {
            self.start = start
            self.end = end
            self.timeZone = timeZone
            self.allowsInterruptions = allowsInterruptions
        }
    }

    public init(
        choices: NotificationChoices, quietHours: QuietTimes? = nil, kinds: [NotificationKindSwitch],
        topics: [String], givenTopics: [String], tags: [String]
    ) {
        self.choices = choices
        self.quietHours = quietHours
        self.kinds = kinds
        self.topics = topics
        self.givenTopics = givenTopics
        self.tags = tags
    }
}

/// A page of the user's inbox: the answer of GET /accounts/{account}/inbox.
public struct AccountInbox: JSONConvertible, Hashable {
    /// The latest first.
    public var entries: [Entry]
    /// The unread entries of the whole inbox.
    public var unread: Int
    /// The entries of the whole inbox.
    public var total: Int
    /// The `cursor` of the next page; nil on the last.
    public var nextCursor: String?

    public struct Entry: JSONConvertible, Hashable {
        public var id: String
        /// `OFFER`, `EVENT` or `PROFESSIONAL`; nil for a notification.
        public var type: String?
        /// The kind of a notification; nil for an announcement.
        public var kind: String?
        public var title: String
        public var body: String
        /// When the user was notified.
        public var at: Date
        /// Nil while it is unread.
        public var readAt: Date?

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

    public enum Parameter: String, CaseIterable, Sendable {
        case limit
        case cursor
    }

    public init(entries: [Entry], unread: Int, total: Int, nextCursor: String? = nil) {
        self.entries = entries
        self.unread = unread
        self.total = total
        self.nextCursor = nextCursor
    }
}
