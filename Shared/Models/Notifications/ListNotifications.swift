/// Lists the notifications of a publisher, the latest first.
public struct ListNotifications: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 104)
    public static let isIdempotent = true

    /// The allowed page sizes: each notification can contain a thousand accounts.
    public static let limits = 1...20
    /// The same if only announcements are listed, which are small.
    public static let limitsOfAnnouncements = 1...100

    public struct Reply: Codable, Sendable {
        public var notifications: [NotificationRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case notifications = 0, hasMore }

        public init(notifications: [NotificationRecord], hasMore: Bool) {
            self.notifications = notifications
            self.hasMore = hasMore
        }
    }

    /// Only earlier ones than this; nil for the latest.
    public var before: NotificationID?
    /// One of `limits`, or of `limitsOfAnnouncements`.
    public var limit: Int
    /// Nil for an operator, who sees all.
    public var publisher: PublisherID?
    /// Only notifications in this state; nil for all.
    public var state: NotificationState?
    /// As in `GetNotification`.
    public var asPublisher: Bool?
    /// As in `GetNotification`.
    public var among: NotificationGroup?

    enum CodingKeys: Int, CodingKey { case before = 0, limit, publisher, state, asPublisher, among }

    public init(
        before: NotificationID? = nil, limit: Int, of publisher: PublisherID?, state: NotificationState? = nil,
        asPublisher: Bool? = nil, among group: NotificationGroup? = nil
    ) {
        among = group
        self.before = before
        self.limit = limit
        self.publisher = publisher
        self.state = state
        self.asPublisher = asPublisher
    }
}
