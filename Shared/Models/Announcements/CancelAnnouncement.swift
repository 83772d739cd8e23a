// A publisher takes an announcement back.

/// Takes an announcement back: what was not sent yet is not sent, and it is listed no more. Done when it was cancelled
/// before.
///
/// Errors: `notFound`.
public struct CancelAnnouncement: ServiceRequest, OperatorAct {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 8)
    public static let isIdempotent = true

    /// As in `GetAnnouncement`.
    public var id: String
    /// Whose it has to be; nil for an operator, who sees those of all.
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
