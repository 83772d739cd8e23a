// The calls of the OAuth API. The bodies of its requests are forms.

/// The calls of other programs, by the names that their standards have.
public enum OAuthCalls {
    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .anybody, answering successes: [Int] = [200],
        name: String = #function
    ) -> APICallDefinition<Request, Reply> {
        APICallDefinition(name, method, "", path, for: audience, answering: successes)
    }

    // MARK: Documents

    /// The keys that verify access tokens.
    public static var getSigningKeys: APICallDefinition<NoBody, SigningKeySet> {
        call(.get, "/.well-known/jwks.json")
    }
    /// What there is for OAuth clients, and where.
    public static var getServerMetadata: APICallDefinition<NoBody, OAuthServerMetadata> {
        call(.get, "/.well-known/oauth-authorization-server")
    }

    // MARK: Tokens

    /// Exchanges a token for a short one.
    public static var exchangeToken: APICallDefinition<TokenExchangeRequest, TokenExchangeResponse> {
        call(.post, "/oauth/token")
    }
    /// Asks what a token is worth.
    public static var introspectToken: APICallDefinition<OAuthTokenRequest, TokenIntrospectionResponse> {
        call(.post, "/oauth/introspect", for: .apiKey([.introspect]))
    }
    /// Gives a token up.
    public static var revokeToken: APICallDefinition<OAuthTokenRequest, NoBody> { call(.post, "/oauth/revoke") }

    // MARK: Signing in at identity providers

    /// Sends a person to an identity provider, to sign in there.
    public static var beginProviderSignIn: APICallDefinition<NoBody, NoBody> {
        call(.get, "/oauth/providers/{provider}/begin", answering: [302])
    }
    /// Takes what an identity provider sends back with a person, and sends them on to the app.
    public static var finishProviderSignIn: APICallDefinition<NoBody, NoBody> {
        call(.get, "/oauth/providers/{provider}/callback", answering: [302])
    }

    /// Takes what an identity provider sends back by a form, and has the browser come with it to `finishProviderSignIn`.
    public static var finishProviderSignInByForm: APICallDefinition<ProviderAnswerRequest, NoBody> {
        call(.post, "/oauth/providers/{provider}/callback", answering: [303])
    }

    // MARK: What identity providers tell

    /// Takes what an identity provider tells of a sign-out.
    public static var takeLogoutToken: APICallDefinition<LogoutTokenRequest, NoBody> {
        call(.post, "/oauth/backchannel-logout")
    }
}
