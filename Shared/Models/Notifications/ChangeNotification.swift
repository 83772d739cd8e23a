/// Replaces a notification that has not begun. The id and the time of creation stay. Without a `startsAt` it begins at once.
/// Errors: those of `SendNotification`; `notFound` if the publisher has none with this id; `conflict` if it has begun, is done
/// or was cancelled.
public struct ChangeNotification: ServiceRequest, OperatorAct {
    public typealias Reply = NotificationRecord
    public static let serviceCode = ServiceCode(.push, 141)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }

    public var id: NotificationID
    public var notification: OutgoingNotification
    /// Must be the notification's publisher, also for an operator.
    public var publisher: PublisherID
    /// The calling key. Its rate limit counts the notification now and when it begins.
    public var apiKey: APIKeyID
    public var limits: PublishingLimits?
    public var isOperator: Bool?
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey {
        case id = 0, notification, publisher, apiKey, limits, isOperator, mayInterrupt
    }

    public init(
        id: NotificationID, notification: OutgoingNotification, publisher: PublisherID, apiKey: APIKeyID,
        limits: PublishingLimits? = nil, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        (self.id, self.notification, self.publisher, self.apiKey) = (id, notification, publisher, apiKey)
        (self.limits, self.isOperator, self.mayInterrupt) = (limits, isOperator, mayInterrupt)
    }
}
