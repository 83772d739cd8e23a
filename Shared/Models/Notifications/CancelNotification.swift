// A publisher takes a notification back.

/// Takes a notification back: what was not sent yet is not sent. Done when it was cancelled before.
///
/// Errors: `notFound`.
public struct CancelNotification: ServiceRequest, OperatorAct {
    public typealias Reply = NotificationRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 105)
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

extension CancelNotification {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var neededScopes: [APIKeyScope] { [.operate, .support] }
    public var isOfOperator: Bool { publisher == nil }
}
