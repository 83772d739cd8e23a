// A publisher's events are posted no more.

/// Posts the events of a publisher no more, and forgets what waits and what has failed. An operator says so, and auth-session
/// when the time of the last key of the publisher is over.
///
/// Errors: `notFound` when they are posted nowhere.
public struct RemoveWebhook: ServiceRequest, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 129)

    public var publisher: PublisherID
    /// The API key by which its operator has named the publisher, for the audit log.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, key }

    public init(publisher: PublisherID, key: APIKeyID? = nil) {
        self.publisher = publisher
        self.key = key
    }
}

extension RemoveWebhook {
    public var audited: AuditedSubject { AuditedSubject(key: key) }
}
