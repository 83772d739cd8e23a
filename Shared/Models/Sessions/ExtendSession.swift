/// Counts as activity of a session.
///
/// Errors: `notFound` if the account has no such active session.
public struct ExtendSession: RequestFromEdge {
    public typealias Reply = SessionSummary
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 17)
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
