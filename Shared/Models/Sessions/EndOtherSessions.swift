/// Ends the sessions of an account except one.
public struct EndOtherSessions: RequestFromEdge, OperatorAct {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 7)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .announced }

    public struct Reply: Codable, Sendable {
        public var count: Int

        enum CodingKeys: Int, CodingKey { case count = 0 }

        public init(count: Int) {
            self.count = count
        }
    }

    public var account: AccountID
    /// The session that continues; nil to end all.
    public var kept: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, kept }

    public init(account: AccountID, kept: SessionID? = nil) {
        self.account = account
        self.kept = kept
    }
}

extension EndOtherSessions {
    public static var senders: Set<ServiceName> { [.edge] }
    public var nameInAudit: String { "EndAccountSessions" }
    public var neededScopes: [APIKeyScope] { .assistants }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
    /// The edge also sends it for users who sign out.
    public var isOfOperator: Bool { false }
}
