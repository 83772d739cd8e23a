/// Posts events to an address: `notification.sent`, `notification.opened` and `token.gone`, signed with a secret
/// (https://www.standardwebhooks.com). It replaces the previous address, and waiting events go to the new one. Errors:
/// `invalidRequest` for an address that is neither https nor on this machine, and for a malformed secret.
public struct SetWebhook: ServiceRequest, OperatorAct, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 128)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public var publisher: PublisherID
    public var url: String
    /// `whsec_` and base64 of 24 to 64 bytes.
    public var secret: SecretText
    /// For the audit log.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, url, secret, key }

    public init(publisher: PublisherID, url: String, secret: SecretText, key: APIKeyID? = nil) {
        (self.publisher, self.key, self.url, self.secret) = (publisher, key, url, secret)
    }
}
