import CoreMetrics
import Models

struct AuthenticationCounts: Sendable {
    /// Where the answer about a credential came from.
    enum Lookup: String, CaseIterable { case remembered, asked, stale, outdated }

    private let lookups: [Lookup: any CounterHandler]
    private let refused: [ErrorCode: any CounterHandler]

    static let lookupsLabel = "balise_edge_authentications_total"
    static let refusalsLabel = "balise_edge_refused_credentials_total"

    init(_ factory: any MetricsFactory) {
        var lookups: [Lookup: any CounterHandler] = [:]
        for lookup in Lookup.allCases {
            lookups[lookup] = factory.makeCounter(
                label: AuthenticationCounts.lookupsLabel, dimensions: [("outcome", lookup.rawValue)])
        }
        self.lookups = lookups
        var refused: [ErrorCode: any CounterHandler] = [:]
        for code in [
            ErrorCode.authenticationRequired, .tokenExpired, .invalidToken, .accountGone, .signInTooOld, .forbidden,
            .rateLimited, .unavailable,
        ] {
            refused[code] = factory.makeCounter(
                label: AuthenticationCounts.refusalsLabel, dimensions: [("reason", code.rawValue)])
        }
        self.refused = refused
    }

    func record(_ lookup: Lookup) { lookups[lookup]?.increment(by: 1) }

    func recordRefusal(_ code: ErrorCode) {
        // Other errors do not concern the credential: auth-session could not check it.
        (refused[code] ?? refused[.unavailable])?.increment(by: 1)
    }
}
