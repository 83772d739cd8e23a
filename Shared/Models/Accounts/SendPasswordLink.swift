public import BaliseJSON

/// Sends the account's user a link for setting a password; if none was ever set, it is the invitation again. Only the
/// user sees the link. It invalidates the previous one.
///
/// Errors: `notFound`; `conflict` for an account without an e-mail address, a disabled one, and one whose user signs in
/// with Apple or an identity provider; `rateLimited`.
public struct SendPasswordLink: ServiceRequest, OperatorAct {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 19)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public typealias Reply = SentPasswordLink

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

extension SendPasswordLink {
    public var neededScopes: [APIKeyScope] { .assistants }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}

/// The result of sending a link. Only its user sees the link.
public struct SentPasswordLink: JSONConvertible, Hashable {
    /// The end of its validity.
    public var expiresAt: UnixTime
    /// The file of identity with the message, if no mail server is configured; otherwise nil.
    public var messageFile: String?

    enum CodingKeys: Int, CodingKey { case expiresAt = 0, messageFile }

    public init(expiresAt: UnixTime, messageFile: String? = nil) {
        self.expiresAt = expiresAt
        self.messageFile = messageFile
    }
}
