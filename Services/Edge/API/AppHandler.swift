// What answers a call of the apps' API or of the Ecovelo API, and how it learns who calls.

import BaliseAPI
import Models

/// What answers a call. Who may make it stands in the call's definition.
enum AppHandler: Sendable {
    /// Answers anybody; a credential, even one that is over, is not looked at.
    case anybody(@Sendable (APICall) async throws(EdgeError) -> Answer)
    /// Answers whoever is signed in. `servesStale`: whether a reading goes on for a moment while nobody can say whether
    /// the session still lives. `letsNobodyIn`: whether a session of nobody in particular opens it too, for whom it makes
    /// somebody of them.
    case account(
        servesStale: Bool = false, letsNobodyIn: Bool = false,
        @Sendable (APICall, Caller) async throws(EdgeError) -> Answer)
    /// Answers whoever shows an API key.
    case apiKey(@Sendable (APICall, Publisher) async throws(EdgeError) -> Answer)

    /// Whether this can answer those who may make the call.
    func serves(_ audience: APIAudience?) -> Bool {
        switch (audience, self) {
        case (.anybody, .anybody), (.anybodyOrSession, .anybody), (.session, .account), (.apiKey, .apiKey): true
        case (.recentSession, .account(let servesStale, let letsNobodyIn, _)): !servesStale && !letsNobodyIn
        default: false
        }
    }

    /// Finds who calls where that matters, and answers.
    ///
    /// - Parameters:
    ///   - audience: Who may make the call; whom the handler cannot serve is let in nowhere.
    ///   - accepted: The kinds of credentials that open the calls of accounts.
    func answer(
        _ call: APICall, for audience: APIAudience?, accepting accepted: AcceptedCredentials
    ) async throws(EdgeError) -> Answer {
        guard serves(audience) else { throw EdgeError(.internalFailure, "") }
        switch self {
        case .anybody(let handle): return try await handle(call)
        case .account(let servesStale, let letsNobodyIn, let handle):
            let caller = try await call.authenticator.caller(
                of: call.request, servesStale: servesStale,
                accepting: letsNobodyIn ? accepted.union(.anonymous) : accepted)
            if audience == .recentSession { try RecentSignIn.check(caller.principal, at: call.clock.now()) }
            return try await handle(call, caller)
        case .apiKey(let handle):
            let principal = try await call.authenticator.authorize(call.request, anyOf: audience?.scopes ?? [])
            guard let publisher = Publisher(principal) else { throw .refused(.invalidToken) }
            return try await handle(call, publisher)
        }
    }
}

extension APIAudience {
    /// The scopes of which an API key needs one.
    var scopes: [APIKeyScope] {
        if case .apiKey(let scopes) = self { scopes.map(APIKeyScope.init) } else { [] }
    }
}

extension APIKeyScope {
    /// The scope that a definition of a call names.
    init(_ scope: APIScope) {
        self =
            switch scope {
            case .publish: .publish
            case .operate: .operate
            case .introspect: .introspect
            case .support: .support
            case .view: .view
            case .assist: .assist
            case .interrupt: .interrupt
            }
    }
}
