/// Lists the API keys, the newest first, including revoked ones.
public struct ListAPIKeys: RequestFromEdge {
    public typealias Reply = [APIKeySummary]
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 11)
    public static let isIdempotent = true

    public init() {}
}
