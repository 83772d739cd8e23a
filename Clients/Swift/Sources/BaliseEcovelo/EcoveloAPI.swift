public import Balise
public import BaliseAPI

extension BaliseClient {
    /// Calls for a host app that signs in with a token of its identity provider.
    public var ecovelo: EcoveloAPI {
        EcoveloAPI(caller: caller, tokenStore: tokenStore, tokens: configuration.issuedTokens ?? EcoveloTokenStore())
    }
}

extension BaliseConfiguration {
    /// The store of the identity provider's token for web apps of an earlier design; nil for the app's standard
    /// defaults. A sign-in or sign-out removes the token there, even if an earlier run of the app has stored it.
    public var ecoveloTokens: EcoveloTokenStore? {
        get { issuedTokens as? EcoveloTokenStore }
        set { issuedTokens = newValue }
    }
}

/// The Ecovelo API, with the identity provider's token of a host app. Every call may throw any `BaliseError`.
///
/// Every request carries the token; the first request creates the account. When the token expires, the SDK asks the
/// host app for another token and the session continues: it belongs to the user and the device, not to the token.
public struct EcoveloAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore
    let tokens: any IssuedTokenStore

    /// Signs in with the host app's token. Call this at each start of the app, and whenever there is a new token.
    /// Nothing is sent. The token stays in memory, and is written to `ecoveloTokens`, where the web app reads it.
    /// - Parameter renewing: Returns a new token when the old token has expired; nil when the user has signed out at
    ///   the host. Without this closure, or when it returns nil, calls throw the server's refusal, and the state
    ///   becomes `tokenNeeded` until the next `start`.
    public func start(_ config: EcoveloConfig, renewing: (@Sendable () async -> EcoveloConfig?)? = nil) async {
        var renew: (@Sendable () async -> Credential?)?
        if let renewing {
            renew = {
                guard let config = await renewing() else { return nil }
                return Credential(config)
            }
        }
        await tokenStore.begin(IssuedSession(Credential(config), renew: renew), keepingIn: tokens)
    }

    /// Returns all programs (tenants). This call needs no sign-in.
    public func programs() async throws(BaliseError) -> [EcoveloProgram] {
        try await caller.call(EcoveloCalls.listPrograms).programs
    }

    /// Returns the signed-in user, in the web app's terms.
    public func rider() async throws(BaliseError) -> EcoveloCyclist { try await caller.call(EcoveloCalls.getCyclist) }

    // MARK: Tokens for others

    /// Exchanges a token of the identity provider for a token for a web view (RFC 8693), which is valid for minutes and
    /// for one program, and ends with its session.
    /// - Parameter config: The token to exchange, and the program.
    /// - Parameter audience: The server that accepts the new token; nil for this server.
    /// - Parameter cancelsErasure: Whether to cancel the planned erasure of the account. The token must come from a
    ///   sign-in within the last five minutes. Without this flag the call fails with `erasurePending`.
    public func exchange(
        _ config: EcoveloConfig, audience: String? = nil, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> TokenExchangeResponse {
        let request = TokenExchangeRequest(
            subjectTokenType: .jwt, subjectToken: config.iamToken, program: config.programId, audience: audience,
            cancelErasure: cancelsErasure ? .yes : nil)
        return try await caller.sendForm(OAuthCalls.exchangeToken, request).body()
    }

    /// Revokes a token of the identity provider, or an exchanged token (RFC 7009). Revoking an invalid token succeeds.
    public func revoke(_ token: SecretText) async throws(BaliseError) {
        _ = try await caller.sendForm(OAuthCalls.revokeToken, OAuthTokenRequest(token: token))
    }
}
