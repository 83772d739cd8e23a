// The calls of the OAuth API, like a table of contents: one file each in Routes/.

import Models

/// What answers a call, and so whom it answers.
enum OAuthHandler: Sendable {
    /// Anybody: who may ask is for each standard to say, by what is in the body.
    case anybody(@Sendable (OAuthCall) async throws(EdgeError) -> Answer)
    /// A program that shows an API key with this scope.
    case program(APIKeyScope, @Sendable (OAuthCall) async throws(EdgeError) -> Answer)
}

/// The calls of other programs, by the names that their standards have.
enum OAuthRoutes {
    static let all: [Route<OAuthHandler>] = [
        // Documents
        .get("/.well-known/jwks.json", name: "jwks.json", .anybody(getSigningKeys)),
        .get(
            "/.well-known/oauth-authorization-server", name: "oauth-authorization-server", .anybody(getServerMetadata)),
        // Tokens
        .post("/oauth/token", name: "token", .anybody(exchangeToken)),
        .post("/oauth/introspect", name: "introspect", .program(.introspect, introspectToken)),
        .post("/oauth/revoke", name: "revoke", .anybody(revokeToken)),
        // What identity providers tell
        .post("/oauth/backchannel-logout", name: "backchannel-logout", .anybody(takeLogoutToken)),
    ]
}
