/// Removes a webhook with its waiting and failed events. Sent for an operator, and by auth-session when the publisher's last
/// key has expired. Errors: `notFound` without a webhook.
public struct RemoveWebhook: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 129)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public var publisher: PublisherID
    /// For the audit log.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, key }

    public init(publisher: PublisherID, key: APIKeyID? = nil) {
        (self.publisher, self.key) = (publisher, key)
    }
}
