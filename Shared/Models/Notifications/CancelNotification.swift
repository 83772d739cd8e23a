/// Cancels a notification: unsent deliveries are dropped, and an announcement is no longer listed. Repeating it succeeds.
/// Errors: `notFound`.
public struct CancelNotification: ServiceRequest, OperatorAct, IdempotentRequest {
    public typealias Reply = NotificationRecord
    public static let serviceCode = ServiceCode(.push, 105)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var neededScopes: [APIKeyScope] { [.operate, .support] }
    public var isOfOperator: Bool { publisher == nil }

    /// Among announcements also the publisher's id of the subject: then the latest one.
    public var id: String
    /// Must be the notification's; nil for an operator, who sees all.
    public var publisher: PublisherID?

    public var among: NotificationGroup?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, among }

    public init(id: String, of publisher: PublisherID?, among group: NotificationGroup? = nil) {
        among = group
        (self.id, self.publisher) = (id, publisher)
    }
}
