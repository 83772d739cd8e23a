// A publisher asks what became of a notification.

/// Gives a notification with its delivery counts.
///
/// Errors: `notFound`.
public struct GetNotification: RequestFromEdge {
    public typealias Reply = NotificationRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 103)
    public static let isIdempotent = true

    public var id: AnnouncementID
    /// Whose it has to be; nil for an operator, who sees those of all.
    public var publisher: PublisherID?
    /// Whether only what a publisher is told is asked for, where those of all are: by an operator's key that views and no more.
    /// Nil for no.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, asPublisher }

    public init(id: AnnouncementID, of publisher: PublisherID?, asPublisher: Bool? = nil) {
        self.id = id
        self.publisher = publisher
        self.asPublisher = asPublisher
    }
}
