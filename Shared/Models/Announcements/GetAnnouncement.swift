// A publisher asks what became of an announcement.

/// Gives an announcement with its delivery counts.
///
/// Errors: `notFound`.
public struct GetAnnouncement: RequestFromEdge {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 6)
    public static let isIdempotent = true

    /// Its own name, or what the publisher calls its subject: then the latest of those.
    public var id: String
    /// Whose it has to be; nil for an operator, who sees those of all.
    public var publisher: PublisherID?
    /// Whether only what a publisher is told is asked for, where those of all are: by an operator's key that views and no more.
    /// Nil for no.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, asPublisher }

    public init(id: String, of publisher: PublisherID?, asPublisher: Bool? = nil) {
        self.id = id
        self.publisher = publisher
        self.asPublisher = asPublisher
    }
}
