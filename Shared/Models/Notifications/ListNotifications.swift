// A publisher asks what has been sent.

/// Lists notifications of a publisher, the latest first.
public struct ListNotifications: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 104)
    public static let isIdempotent = true

    /// How many notifications a page may have: each can hold a thousand accounts.
    public static let limits = 1...20

    /// A page of notifications.
    public struct Reply: Codable, Sendable {
        public var notifications: [NotificationRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case notifications = 0, hasMore }

        public init(notifications: [NotificationRecord], hasMore: Bool) {
            self.notifications = notifications
            self.hasMore = hasMore
        }
    }

    /// Only those that were sent before this one; nil for the latest.
    public var before: AnnouncementID?
    /// One of `limits`.
    public var limit: Int
    /// Whose; nil for an operator, who sees those of all.
    public var publisher: PublisherID?
    /// Only those that have come so far; nil for all.
    public var state: AnnouncementState?
    /// Whether only what a publisher is told is asked for, where those of all are: by an operator's key that views and no more.
    /// Nil for no.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case before = 0, limit, publisher, state, asPublisher }

    public init(
        before: AnnouncementID? = nil, limit: Int, of publisher: PublisherID?, state: AnnouncementState? = nil,
        asPublisher: Bool? = nil
    ) {
        self.before = before
        self.limit = limit
        self.publisher = publisher
        self.state = state
        self.asPublisher = asPublisher
    }
}
