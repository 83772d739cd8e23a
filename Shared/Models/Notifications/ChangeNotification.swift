// A publisher changes a notification that has not begun.

/// Puts another notification in the place of one that has not begun. It keeps its id and when it was created; without a
/// `startsAt` it begins at once.
///
/// Errors: those of `SendNotification`; `notFound` where its publisher has none with this id; `conflict` where it has
/// begun, is done or was cancelled.
public struct ChangeNotification: ServiceRequest, OperatorAct {
    public typealias Reply = NotificationRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 141)

    public var id: AnnouncementID
    public var notification: OutgoingNotification
    /// Whose it has to be, also for an operator.
    public var publisher: PublisherID
    /// The key that is shown, by which what it sends in a minute is counted, now and when the notification begins.
    public var apiKey: APIKeyID
    /// Nil for a key without limits.
    public var limits: PublishingLimits?
    /// As in `Announce`. Nil for no.
    public var isOperator: Bool?
    /// As in `SendNotification`. Nil for no.
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey {
        case id = 0, notification, publisher, apiKey, limits, isOperator, mayInterrupt
    }

    public init(
        id: AnnouncementID, notification: OutgoingNotification, publisher: PublisherID, apiKey: APIKeyID,
        limits: PublishingLimits? = nil, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        self.id = id
        self.notification = notification
        self.publisher = publisher
        self.apiKey = apiKey
        self.limits = limits
        self.isOperator = isOperator
        self.mayInterrupt = mayInterrupt
    }
}

extension ChangeNotification {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }
}
