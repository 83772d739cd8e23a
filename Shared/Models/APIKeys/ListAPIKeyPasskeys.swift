/// Lists the passkeys of one API key or of all, the latest first.
public struct ListAPIKeyPasskeys: RequestFromEdge {
    public typealias Reply = [APIKeyPasskey]
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 32)
    public static let isIdempotent = true

    /// Nil for all of them.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case key = 0 }

    public init(key: APIKeyID? = nil) { self.key = key }
}
