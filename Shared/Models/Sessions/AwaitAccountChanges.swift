/// Waits until auth-session has applied every account change from before this request. The sessions of accounts that
/// were closed, erased or given another password by then have ended.
///
/// Errors: `unavailable` if identity does not answer, or the changes cannot be applied in time.
public struct AwaitAccountChanges: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 23)
    public static let isIdempotent = true

    public init() {}
}
