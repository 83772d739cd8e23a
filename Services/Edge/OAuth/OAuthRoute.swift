// The calls of the OAuth family, like a table of contents: one file each in Routes/.

import HTTPTypes

/// A call of the OAuth family: where it is, and what answers it. Who may ask is for each standard to say.
struct OAuthRoute: Sendable {
    let methods: [HTTPRequest.Method]
    let path: String
    let handle: @Sendable (OAuthCall) async throws(EdgeError) -> Answer

    static let all = [
        // Documents
        OAuthRoute(methods: [.get, .head], path: "/.well-known/jwks.json", handle: getSigningKeys),
        OAuthRoute(
            methods: [.get, .head], path: "/.well-known/oauth-authorization-server", handle: getServerMetadata),
        // Tokens
        OAuthRoute(methods: [.post], path: "/oauth/token", handle: exchangeToken),
        OAuthRoute(methods: [.post], path: "/oauth/introspect", handle: introspectToken),
        OAuthRoute(methods: [.post], path: "/oauth/revoke", handle: revokeToken),
        // What identity providers tell
        OAuthRoute(methods: [.post], path: "/oauth/backchannel-logout", handle: takeLogoutToken),
    ]
}
