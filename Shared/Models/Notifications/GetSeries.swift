/// Reads a series. Errors: `notFound`.
public struct GetSeries: RequestFromEdge, IdempotentRequest {
    public typealias Reply = SeriesRecord
    public static let serviceCode = ServiceCode(.push, 143)

    public var name: String
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case name = 0, publisher }

    public init(name: String, of publisher: PublisherID) {
        (self.name, self.publisher) = (name, publisher)
    }
}

/// Lists the series of a publisher, sorted by name, or of all, sorted by publisher and name.
public struct ListSeries: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 144)

    /// Small, since each series can contain a thousand accounts.
    public static let limits = 1...20

    public struct Reply: Codable, Sendable {
        public var series: [SeriesRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case series = 0, hasMore }

        public init(series: [SeriesRecord], hasMore: Bool) {
            (self.series, self.hasMore) = (series, hasMore)
        }
    }

    /// Only later names than this; nil for the first page.
    public var after: String?
    public var limit: Int
    /// Nil for an operator, who sees all.
    public var publisher: PublisherID?
    public var afterPublisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case after = 0, limit, publisher, afterPublisher }

    public init(
        after: String? = nil, afterPublisher: PublisherID? = nil, limit: Int, of publisher: PublisherID?
    ) {
        (self.after, self.limit) = (after, limit)
        (self.publisher, self.afterPublisher) = (publisher, afterPublisher)
    }
}
