/// Cancels an announcement: unsent deliveries are dropped, and it is no longer listed. Repeating it succeeds.
///
/// Errors: `notFound`.
public struct CancelAnnouncement: ServiceRequest, OperatorAct {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 8)
    public static let isIdempotent = true

    /// As in `GetAnnouncement`.
    public var id: String
    /// Must be the announcement's publisher; nil for an operator, who sees all.
    public var publisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher }

    public init(id: String, of publisher: PublisherID?) {
        self.id = id
        self.publisher = publisher
    }
}

extension CancelAnnouncement {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var neededScopes: [APIKeyScope] { [.operate, .support] }
    public var isOfOperator: Bool { publisher == nil }
}
