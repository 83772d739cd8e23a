// The calls of the OAuth API, like a table of contents. Their paths are in `OAuthCalls` (BaliseAPI); what answers each
// is in Routes/, one file a subject.

import BaliseAPI

enum OAuthHandler: Sendable {
    /// For every caller: the standards authorize by the content of the body.
    case anybody(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
    /// For a program with an API key that has the scope in the call's definition.
    case apiKey(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
}

/// The calls of other programs, under the names in their standards.
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
