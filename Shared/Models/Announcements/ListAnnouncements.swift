/// Lists the announcements of a publisher, the latest first.
public struct ListAnnouncements: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 7)
    public static let isIdempotent = true

    /// The allowed page sizes.
    public static let limits = 1...100

    public struct Reply: Codable, Sendable {
        public var announcements: [AnnouncementRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case announcements = 0, hasMore }

        public init(announcements: [AnnouncementRecord], hasMore: Bool) {
            self.announcements = announcements
            self.hasMore = hasMore
        }
    }

    /// Only earlier ones than this; nil for the latest.
    public var before: NotificationID?
    /// One of `limits`.
    public var limit: Int
    /// Nil for an operator, who sees all.
    public var publisher: PublisherID?
    /// As in `GetAnnouncement`.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case before = 0, limit, publisher, asPublisher }

    public init(
        before: NotificationID? = nil, limit: Int, of publisher: PublisherID?, asPublisher: Bool? = nil
    ) {
        self.before = before
        self.limit = limit
        self.publisher = publisher
        self.asPublisher = asPublisher
    }
}
