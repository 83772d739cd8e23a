import CoreMetrics
import Models

struct AuthenticationCounts: Sendable {
    private let hits: any CounterHandler
    private let misses: any CounterHandler
    private let stale: any CounterHandler
    private let outdated: any CounterHandler
    private let refused: [ErrorCode: any CounterHandler]

    static let lookupsLabel = "balise_edge_authentications_total"
    static let refusalsLabel = "balise_edge_refused_credentials_total"

    init(_ factory: any MetricsFactory) {
        func lookups(_ outcome: String) -> any CounterHandler {
            factory.makeCounter(label: AuthenticationCounts.lookupsLabel, dimensions: [("outcome", outcome)])
        }
        hits = lookups("remembered")
        misses = lookups("asked")
        stale = lookups("stale")
        outdated = lookups("outdated")
        var refused: [ErrorCode: any CounterHandler] = [:]
        for code in [
            ErrorCode.authenticationRequired, .tokenExpired, .invalidToken, .accountGone, .signInTooOld, .forbidden,
            .rateLimited,
            .unavailable,
        ] {
            refused[code] = factory.makeCounter(
                label: AuthenticationCounts.refusalsLabel, dimensions: [("reason", code.rawValue)])
        }
        self.refused = refused
    }

    func recordHit() { hits.increment(by: 1) }
    func recordMiss() { misses.increment(by: 1) }
    func recordStale() { stale.increment(by: 1) }
    func recordOutdated() { outdated.increment(by: 1) }

    func recordRefusal(_ code: ErrorCode) {
        // Other errors do not concern the credential: auth-session could not check it.
        (refused[code] ?? refused[.unavailable])?.increment(by: 1)
    }
}
