/// Errors: `notFound`.
public struct GetNotification: RequestFromEdge {
    public typealias Reply = NotificationRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 103)
    public static let isIdempotent = true

    public var id: NotificationID
    /// Must be the notification's publisher; nil for an operator, who sees all.
    public var publisher: PublisherID?
    /// As in `GetAnnouncement`.
    public var asPublisher: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, asPublisher }

    public init(id: NotificationID, of publisher: PublisherID?, asPublisher: Bool? = nil) {
        self.id = id
        self.publisher = publisher
        self.asPublisher = asPublisher
    }
}
