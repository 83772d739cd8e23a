/// Ends a session of an account. Ending it again succeeds.
///
/// Errors: `notFound` if the account never had it.
public struct EndSession: RequestFromEdge, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 6)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .session(session) }

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) {
        self.account = account
        self.session = session
    }
}

extension EndSession {
    public static var senders: Set<ServiceName> { [.edge] }
    public var nameInAudit: String { "EndAccountSession" }
    public var neededScopes: [APIKeyScope] { .assistants }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
    /// The edge also sends it for users who sign out.
    public var isOfOperator: Bool { false }
}
