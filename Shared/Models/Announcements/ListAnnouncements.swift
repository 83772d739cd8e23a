// A publisher asks what has been announced.

/// Lists announcements of a publisher, the latest first.
public struct ListAnnouncements: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 7)
    public static let isIdempotent = true

    /// How many announcements a page may have.
    public static let limits = 1...100

    /// A page of announcements.
    public struct Reply: Codable, Sendable {
        public var announcements: [AnnouncementRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case announcements = 0, hasMore }

        public init(announcements: [AnnouncementRecord], hasMore: Bool) {
            self.announcements = announcements
            self.hasMore = hasMore
        }
    }

    /// Only those that were announced before this one; nil for the latest.
    public var before: AnnouncementID?
    /// One of `limits`.
    public var limit: Int
    /// Whose; nil for an operator, who sees those of all.
    public var publisher: PublisherID?
    /// Whether only what a publisher is told is asked for, where those of all are: by an operator's key that views and no more.
    /// Nil for no.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case before = 0, limit, publisher, asPublisher }

    public init(
        before: AnnouncementID? = nil, limit: Int, of publisher: PublisherID?, asPublisher: Bool? = nil
    ) {
        self.before = before
        self.limit = limit
        self.publisher = publisher
        self.asPublisher = asPublisher
    }
}
