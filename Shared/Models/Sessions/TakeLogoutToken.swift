// An identity provider tells that a person has signed out there.

/// Ends what a logout token names (OpenID Connect Back-Channel Logout 1.0, section 2.6): the session of a `sid`, or all
/// sessions of a `sub` at this issuer. Tokens that the issuer issued for them up to then stay refused.
///
/// Errors: `invalidRequest` for what is no logout token of a trusted issuer; `unavailable` when a key is not known and
/// the issuer cannot be asked for it.
public struct TakeLogoutToken: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 22)
    public static let isIdempotent = true

    /// A JWT (RFC 7519).
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}
