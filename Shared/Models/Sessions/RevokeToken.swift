/// Revokes a token (RFC 7009): an exchanged one alone, every other with its session. Revoking an invalid token
/// succeeds.
///
/// After a token of an identity provider, every other token that was issued for the same session before this moment is
/// refused.
///
/// Errors: `unavailable` as for `Authenticate`.
public struct RevokeToken: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 21)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(token) }
    public var ends: EndedCredentials { .announced }

    public var token: SecretText
    /// As in `Authenticate`.
    public var installation: String?

    enum CodingKeys: Int, CodingKey { case token = 0, installation }

    public init(token: SecretText, installation: String? = nil) {
        self.token = token
        self.installation = installation
    }
}
