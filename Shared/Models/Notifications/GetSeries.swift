// A publisher asks what it has told again and again.

/// Gives a series.
///
/// Errors: `notFound`.
public struct GetSeries: RequestFromEdge {
    public typealias Reply = SeriesRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 143)
    public static let isIdempotent = true

    public var name: String
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case name = 0, publisher }

    public init(name: String, of publisher: PublisherID) {
        self.name = name
        self.publisher = publisher
    }
}

/// Lists the series of a publisher by their names, or those of all by their publishers and names.
public struct ListSeries: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 144)
    public static let isIdempotent = true

    /// How many series a page may have: each can hold a thousand accounts.
    public static let limits = 1...20

    /// A page of series.
    public struct Reply: Codable, Sendable {
        public var series: [SeriesRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case series = 0, hasMore }

        public init(series: [SeriesRecord], hasMore: Bool) {
            self.series = series
            self.hasMore = hasMore
        }
    }

    /// Only those whose names come after this one; nil for the first.
    public var after: String?
    /// One of `limits`.
    public var limit: Int
    /// Whose; nil for an operator, who sees those of all.
    public var publisher: PublisherID?
    /// Whose series `after` is, where those of all are listed.
    public var afterPublisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case after = 0, limit, publisher, afterPublisher }

    public init(
        after: String? = nil, afterPublisher: PublisherID? = nil, limit: Int, of publisher: PublisherID?
    ) {
        self.after = after
        self.limit = limit
        self.publisher = publisher
        self.afterPublisher = afterPublisher
    }
}
