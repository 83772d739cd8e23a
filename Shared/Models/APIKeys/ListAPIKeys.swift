// An operator looks at the API keys.

/// Lists the API keys, the newest first, revoked ones too.
public struct ListAPIKeys: RequestFromEdge {
    public typealias Reply = [APIKeySummary]
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 11)
    public static let isIdempotent = true

    public init() {}
}
