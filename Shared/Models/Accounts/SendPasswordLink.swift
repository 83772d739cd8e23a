// An operator has a link for a new password sent to the person of an account.

/// Sends the person of an account a link with which they set a password: the invitation anew where they have never set
/// one. Nobody but they see it. The link that was sent before ends.
///
/// Errors: `notFound`; `conflict` for an account without an e-mail address, one that is disabled, and one whose person
/// signs in with Apple or an identity provider; `rateLimited`.
public struct SendPasswordLink: ServiceRequest, OperatorAct {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 19)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// That the message is on its way.
    public struct Reply: Codable, Sendable {
        /// Until when the link counts.
        public var expiresAt: UnixTime
        /// The file of identity that the message is written to, where nobody brings it; nil where somebody does.
        public var messageFile: String?

        enum CodingKeys: Int, CodingKey { case expiresAt = 0, messageFile }

        public init(expiresAt: UnixTime, messageFile: String? = nil) {
            self.expiresAt = expiresAt
            self.messageFile = messageFile
        }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

extension SendPasswordLink {
    public var neededScopes: [APIKeyScope] { .assistants }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}
