// Signing in with the token of the host app's identity provider, and what web views need.

public import BaliseAPI

extension BaliseClient {
    /// Signing in with the token of the host app's identity provider.
    public var ecovelo: EcoveloAPI {
        EcoveloAPI(caller: caller, tokenStore: tokenStore)
    }
}

/// The calls of the Ecovelo API, with the identity provider's token of a host app. Every call may throw any
/// `BaliseError`.
///
/// Every request shows the token; the first request creates the account. When the token has expired, the host is asked
/// for another, and the session goes on: it belongs to the person and their device, not to the token.
public struct EcoveloAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore

    /// Signs in with the host's token. Call it at each start of the app, and whenever the host has another token.
    ///
    /// Nothing is sent. The token stays in memory, and is written to the app's defaults, where the web app looks for
    /// it.
    ///
    /// - Parameter config: The token, and what goes with it.
    /// - Parameter renewing: Gives another token when the server says that this one has expired; nil when the person
    ///   has signed out at the host. Without this closure, or when it gives nil, calls throw the server's refusal and
    ///   the state becomes `tokenNeeded` until `start` is called with another token.
    public func start(_ config: EcoveloConfig, renewing: (@Sendable () async -> EcoveloConfig?)? = nil) async {
        await tokenStore.begin(IssuedSession(config: config, renew: renewing))
    }

    /// The programs (tenants) that there are, for anybody.
    public func programs() async throws(BaliseError) -> [EcoveloProgram] {
        try await caller.call(EcoveloCalls.listPrograms).programs
    }

    /// What is known of the person who is signed in, in the web app's words.
    public func rider() async throws(BaliseError) -> EcoveloCyclist { try await caller.call(EcoveloCalls.getCyclist) }

    // MARK: Tokens for others

    /// Exchanges a token of the identity provider for one for a web view (RFC 8693). The new token lives for minutes,
    /// counts for one program, and ends with its session.
    ///
    /// - Parameters:
    ///   - config: Whose token is exchanged, and for which program.
    ///   - audience: For whom the token is to be; nil for this server.
    ///   - cancelsErasure: Whether the person takes back that the account is to be erased, by a token of a sign-in of the
    ///     last five minutes; without it that is the refusal `erasurePending`, which says until when they may.
    public func exchange(
        _ config: EcoveloConfig, audience: String? = nil, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> TokenExchangeResponse {
        let request = TokenExchangeRequest(
            subjectTokenType: .jwt, subjectToken: config.iamToken, program: config.programId, audience: audience,
            cancelErasure: cancelsErasure ? .yes : nil)
        return try await caller.sendForm(OAuthCalls.exchangeToken, request).body()
    }

    /// Gives a token up, one of the identity provider or one that was exchanged (RFC 7009). One that counts for nothing
    /// is given up already.
    public func revoke(_ token: SecretString) async throws(BaliseError) {
        _ = try await caller.sendForm(OAuthCalls.revokeToken, OAuthTokenRequest(token: token))
    }
}
