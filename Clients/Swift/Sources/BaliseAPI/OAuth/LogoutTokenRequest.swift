import BaliseJSON

/// A sign-out at an identity provider: POST /oauth/backchannel-logout (OpenID Connect Back-Channel Logout 1.0, 2.5).
public struct LogoutTokenRequest: OAuthFormRequest, Hashable {
    /// The logout token, signed by the provider.
    public var logoutToken: SecretText

    /// Makes a body of this member.
    public init(logoutToken: SecretText) { self.logoutToken = logoutToken }

    /// The names of its parameters.
    public enum Parameter: String, CodingKey {
        /// Of `logoutToken`.
        case logoutToken = "logout_token"
    }

    private typealias CodingKeys = Parameter
}
