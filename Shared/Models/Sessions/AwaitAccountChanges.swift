// Waiting until what became of accounts has ended their sessions.

/// Waits until auth-session has taken over all that identity told of accounts when this was asked: the sessions of
/// accounts that were closed, erased or given another password by then have ended.
///
/// Errors: `unavailable` when identity does not answer, or what it tells cannot be taken over in time.
public struct AwaitAccountChanges: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 23)
    public static let isIdempotent = true

    public init() {}
}
