/// Lists notifications, the latest first.
public struct ListNotifications: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 104)

    /// Small, since each notification can contain a thousand accounts.
    public static let limits = 1...20
    /// If only announcements are listed, which are small.
    public static let limitsOfAnnouncements = 1...100

    public struct Reply: Codable, Sendable {
        public var notifications: [NotificationRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case notifications = 0, hasMore }

        public init(notifications: [NotificationRecord], hasMore: Bool) {
            (self.notifications, self.hasMore) = (notifications, hasMore)
        }
    }

    /// Only earlier ones than this; nil for the latest.
    public var before: NotificationID?
    public var limit: Int
    /// Nil for an operator, who sees all.
    public var publisher: PublisherID?
    public var state: NotificationState?
    public var asPublisher: Bool?
    public var among: NotificationGroup?

    enum CodingKeys: Int, CodingKey { case before = 0, limit, publisher, state, asPublisher, among }

    public init(
        before: NotificationID? = nil, limit: Int, of publisher: PublisherID?, state: NotificationState? = nil,
        asPublisher: Bool? = nil, among group: NotificationGroup? = nil
    ) {
        among = group
        (self.before, self.limit, self.publisher) = (before, limit, publisher)
        (self.state, self.asPublisher) = (state, asPublisher)
    }
}
