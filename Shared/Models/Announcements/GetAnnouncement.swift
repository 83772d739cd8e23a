/// Errors: `notFound`.
public struct GetAnnouncement: RequestFromEdge {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 6)
    public static let isIdempotent = true

    /// The announcement's id, or the publisher's id of its subject: then the latest one.
    public var id: String
    /// Must be the announcement's publisher; nil for an operator, who sees all.
    public var publisher: PublisherID?
    /// Whether the answer hides what publishers may not see although it covers all publishers: for an operator's key
    /// with the scope `view` only. Nil for no.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, asPublisher }

    public init(id: String, of publisher: PublisherID?, asPublisher: Bool? = nil) {
        self.id = id
        self.publisher = publisher
        self.asPublisher = asPublisher
    }
}
