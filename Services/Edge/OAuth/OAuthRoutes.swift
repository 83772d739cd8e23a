import BaliseAPI

enum OAuthRoutes {
    static let all: [Route<OAuthAPI.Answering>] = [
        // Documents
        .call(OAuthCalls.getSigningKeys, name: "jwks.json", getSigningKeys),
        .call(OAuthCalls.getServerMetadata, name: "oauth-authorization-server", getServerMetadata),
        // Tokens
        .call(OAuthCalls.exchangeToken, name: "token", exchangeToken),
        .call(OAuthCalls.introspectToken, name: "introspect", introspectToken),
        .call(OAuthCalls.revokeToken, name: "revoke", revokeToken),
        // Signing in at identity providers
        .call(OAuthCalls.beginProviderSignIn, name: "begin", beginProviderSignIn),
        .call(OAuthCalls.finishProviderSignIn, name: "callback", finishProviderSignIn),
        .call(OAuthCalls.finishProviderSignInByForm, name: "callback", finishProviderSignInByForm),
        // Notices of identity providers
        .call(OAuthCalls.takeLogoutToken, name: "backchannel-logout", takeLogoutToken),
    ]
}
