public import BaliseJSON

/// A body of the type `application/x-www-form-urlencoded`, all strings. Unknown parameters are ignored (RFC 6749, 3.2).
public protocol OAuthFormRequest: JSONOpenObject {
    /// The names of the form's parameters.
    associatedtype Parameter: CodingKey & RawRepresentable<String>
}

extension OAuthFormRequest {
    /// The parameters' names and values, in the order of sending.
    public var parameters: [(String, String)] {
        guard let members = try? JSONDocument(json.bytes).root.members else { return [] }
        return members.map { ($0.name, $0.value.string ?? "") }
    }
}

/// A token to introspect or revoke: POST /oauth/introspect (RFC 7662, section 2.1) and /oauth/revoke (RFC 7009, 2.1).
public struct OAuthTokenRequest: OAuthFormRequest, Hashable {
    /// The token in question.
    public var token: SecretText
    /// A hint at the kind of token. The server ignores it.
    public var tokenTypeHint: String?

    public init(token: SecretText, tokenTypeHint: String? = nil) {
        (self.token, self.tokenTypeHint) = (token, tokenTypeHint)
    }

    /// The names of the form's parameters.
    public enum Parameter: String, CodingKey {
        /// The token to introspect or to revoke.
        case token
        /// A hint at the kind of token, which the server ignores.
        case tokenTypeHint = "token_type_hint"
    }

    private typealias CodingKeys = Parameter
}

/// A sign-out at an identity provider: POST /oauth/backchannel-logout (OpenID Connect Back-Channel Logout 1.0, 2.5).
public struct LogoutTokenRequest: OAuthFormRequest, Hashable {
    /// The logout token, signed by the provider.
    public var logoutToken: SecretText

    /// The names of the form's parameters.
    public enum Parameter: String, CodingKey {
        /// The logout token, signed by the provider.
        case logoutToken = "logout_token"
    }

    private typealias CodingKeys = Parameter
}

/// The end of a sign-in at an identity provider, as a form: the body of POST /oauth/providers/{provider}/callback.
public struct ProviderAnswerRequest: OAuthFormRequest, Hashable {
    /// The state of the sign-in, as the provider returned it.
    public var state: SecretText
    /// The authorization code; nil after an error.
    public var code: SecretText?
    /// The issuer of the answer (RFC 9207); nil if the provider sends none.
    public var iss: String?
    /// The provider's error code; nil after a success.
    public var error: String?

    /// The names of the form's parameters.
    public enum Parameter: String, CodingKey, CaseIterable {
        /// The parameters have the names of their members.
        case state, code, iss, error
    }

    private typealias CodingKeys = Parameter
}
