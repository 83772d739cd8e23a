// The calls of the OAuth API, like a table of contents. Their paths are in `OAuthCalls` (BaliseAPI); what answers each
// is in Routes/, one file a call.

import BaliseAPI

/// What answers a call, and so whom it answers.
enum OAuthHandler: Sendable {
    /// Anybody: who may ask is for each standard to say, by what is in the body.
    case anybody(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
    /// A program that shows an API key with the scope that the call's definition names.
    case apiKey(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
}

/// The calls of other programs, by the names that their standards have.
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
        // What identity providers tell
        .call(OAuthCalls.takeLogoutToken, name: "backchannel-logout", .anybody(takeLogoutToken)),
    ]
}
