import BaliseAPI

enum OAuthHandler: Sendable {
    /// The standards authorize by the content of the body.
    case anybody(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
    case apiKey(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
}

enum OAuthRoutes {
    static let all: [Route<OAuthHandler>] = [
        // Documents
        .call(OAuthCalls.getSigningKeys, name: "jwks.json", .anybody(getSigningKeys)),
        .call(OAuthCalls.getServerMetadata, name: "oauth-authorization-server", .anybody(getServerMetadata)),
        // Tokens
        .call(OAuthCalls.exchangeToken, name: "token", .anybody(exchangeToken)),
        .call(OAuthCalls.introspectToken, name: "introspect", .apiKey(introspectToken)),
        .call(OAuthCalls.revokeToken, name: "revoke", .anybody(revokeToken)),
        // Signing in at identity providers
        .call(OAuthCalls.beginProviderSignIn, name: "begin", .anybody(beginProviderSignIn)),
        .call(OAuthCalls.finishProviderSignIn, name: "callback", .anybody(finishProviderSignIn)),
        .call(OAuthCalls.finishProviderSignInByForm, name: "callback", .anybody(finishProviderSignInByForm)),
        // Notices of identity providers
        .call(OAuthCalls.takeLogoutToken, name: "backchannel-logout", .anybody(takeLogoutToken)),
    ]
}
