/// Calls for other programs, on the paths that their standards define. The request bodies are forms.
public enum OAuthCalls {
    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .anybody, answering successes: [Int] = [200],
        name: String = #function
    ) -> APICallDefinition<Request, Reply> {
        APICallDefinition(name, method, "", path, for: audience, answering: successes)
    }

    // MARK: Documents

    /// Reads the public keys of access tokens.
    public static var getSigningKeys: AppCalls.Question<SigningKeySet> { call(.get, "/.well-known/jwks.json") }
    /// Reads the metadata of the authorization server.
    public static var getServerMetadata: AppCalls.Question<OAuthServerMetadata> {
        call(.get, "/.well-known/oauth-authorization-server")
    }

    // MARK: Tokens

    /// Exchanges a token for a short-lived token.
    public static var exchangeToken: AppCalls.Call<TokenExchangeRequest, TokenExchangeResponse> {
        call(.post, "/oauth/token")
    }
    /// Introspects a token.
    public static var introspectToken: AppCalls.Call<OAuthTokenRequest, TokenIntrospectionResponse> {
        call(.post, "/oauth/introspect", for: .apiKey([.introspect]))
    }
    /// Revokes a token.
    public static var revokeToken: AppCalls.Call<OAuthTokenRequest, NoBody> { call(.post, "/oauth/revoke") }

    // MARK: Signing in at identity providers

    /// Redirects the user to an identity provider.
    public static var beginProviderSignIn: AppCalls.Question<NoBody> {
        call(.get, "/oauth/providers/{provider}/begin", answering: [302])
    }
    /// Receives the identity provider's answer, and redirects the user to the app.
    public static var finishProviderSignIn: AppCalls.Question<NoBody> {
        call(.get, "/oauth/providers/{provider}/callback", answering: [302])
    }

    /// Receives the identity provider's answer as a form, and redirects the browser with it to `finishProviderSignIn`.
    public static var finishProviderSignInByForm: AppCalls.Call<ProviderAnswerRequest, NoBody> {
        call(.post, "/oauth/providers/{provider}/callback", answering: [303])
    }

    // MARK: Notices from identity providers

    /// Receives the identity provider's report of a sign-out.
    public static var takeLogoutToken: AppCalls.Call<LogoutTokenRequest, NoBody> {
        call(.post, "/oauth/backchannel-logout")
    }
}
