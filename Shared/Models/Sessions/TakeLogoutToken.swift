/// Handles a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6): ends the session of a `sid`, or all
/// sessions of a `sub` at this issuer. Tokens that the issuer issued for them before stay refused.
///
/// Errors: `invalidRequest` if it is no logout token of a trusted issuer; `unavailable` if the issuer is unreachable
/// and its key is needed.
public struct TakeLogoutToken: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 22)
    public static let isIdempotent = true
    public var ends: EndedCredentials { .announced }

    /// A JWT (RFC 7519).
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}
