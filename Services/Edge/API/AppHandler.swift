// Who may make a call of the apps' API or of the Ecovelo API, and what answers it.

import Models

/// What answers a call, and so whom it answers.
enum AppHandler: Sendable {
    /// Anybody; a credential, even one that is over, is not looked at.
    case anybody(@Sendable (APICall) async throws(EdgeError) -> Answer)
    /// Whoever is signed in. `servesStale`: whether a reading goes on for a moment while nobody can say whether the
    /// session still lives.
    case account(servesStale: Bool = false, @Sendable (APICall, Caller) async throws(EdgeError) -> Answer)
    /// Whoever has just signed in, for what cannot be taken back.
    case recentSignIn(@Sendable (APICall, Caller) async throws(EdgeError) -> Answer)
    /// Whoever shows an API key with one of these scopes.
    case program([APIKeyScope], @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer)

    /// A publisher.
    static func publisher(
        _ handle: @escaping @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer
    ) -> AppHandler { .program([.publish], handle) }

    /// A publisher about its own announcements, or the operator about those of all.
    static func announcements(
        _ handle: @escaping @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer
    ) -> AppHandler { .program([.publish] + Publisher.operatorScopes, handle) }

    /// The operator.
    static func support(
        _ handle: @escaping @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer
    ) -> AppHandler { .program(Publisher.operatorScopes, handle) }

    /// Finds who calls where that matters, and answers.
    ///
    /// - Parameter accepted: The kinds of credentials that open the calls of accounts.
    func answer(_ call: APICall, accepting accepted: AcceptedCredentials) async throws(EdgeError) -> Answer {
        switch self {
        case .anybody(let handle): return try await handle(call)
        case .account(let servesStale, let handle):
            return try await handle(
                call,
                try await call.authenticator.caller(of: call.request, servesStale: servesStale, accepting: accepted))
        case .recentSignIn(let handle):
            let caller = try await call.authenticator.caller(
                of: call.request, servesStale: false, accepting: accepted)
            try RecentSignIn.check(caller.principal, at: call.clock.now())
            return try await handle(call, caller)
        case .program(let scopes, let handle):
            let principal = try await call.authenticator.authorize(call.request, anyOf: scopes)
            guard let publisher = Publisher(principal) else { throw .refused(.invalidToken) }
            return try await handle(call, publisher)
        }
    }
}
