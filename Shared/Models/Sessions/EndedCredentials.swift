/// The sessions, tokens and API keys that a request ends. The edge answers its client once it refuses them itself.
public enum EndedCredentials: Hashable, Sendable {
    case nothing
    /// Exactly this session, so the edge need not wait for a feed.
    case session(SessionID)
    /// Those that auth-session ends itself, and announces in the credentials feed.
    case announced
    /// Those of accounts that identity changes or erases: auth-session learns of them in the accounts feed.
    ///
    /// - Parameter caller: The calling session, if it ends too.
    case ofAccounts(caller: SessionID? = nil)
}
