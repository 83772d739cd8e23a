/// Cancels a notification: unsent deliveries are dropped. Repeating it succeeds.
///
/// Errors: `notFound`.
public struct CancelNotification: ServiceRequest, OperatorAct {
    public typealias Reply = NotificationRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 105)
    public static let isIdempotent = true

    public var id: NotificationID
    /// Must be the notification's publisher; nil for an operator, who sees all.
    public var publisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher }

    public init(id: NotificationID, of publisher: PublisherID?) {
        self.id = id
        self.publisher = publisher
    }
}

extension CancelNotification {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var neededScopes: [APIKeyScope] { [.operate, .support] }
    public var isOfOperator: Bool { publisher == nil }
}
