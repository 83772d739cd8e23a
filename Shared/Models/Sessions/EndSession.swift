// A person signs out, here or on another device.

/// Ends a session of an account. One that has ended already is done.
///
/// Errors: `notFound` when the account never had it.
public struct EndSession: RequestFromEdge, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 6)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

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
    /// The edge sends it by itself where people sign out.
    public var isOfOperator: Bool { false }
}
