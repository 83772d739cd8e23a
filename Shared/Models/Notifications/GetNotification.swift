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

    enum CodingKeys: Int, CodingKey { case id = 0, publisher }

    public init(id: AnnouncementID, of publisher: PublisherID?) {
        self.id = id
        self.publisher = publisher
    }
}
