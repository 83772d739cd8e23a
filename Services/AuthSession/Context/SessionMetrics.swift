import MessageBus
import Metrics
import Models
import Storage

struct SessionMetrics: Sendable {
    private let factory: any MetricsFactory
    private let refreshed: Counter
    private let exchanged: Counter
    private let refreshTime: Timer
    private let signInTime: Timer
    private let registrationTime: Timer

    static let signIns = "balise_auth_session_sign_ins_total"
    static let registrations = "balise_auth_session_registrations_total"
    static let refreshes = "balise_auth_session_refreshes_total"
    static let refusals = "balise_auth_session_refused_credentials_total"
    static let ended = "balise_auth_session_ended_sessions_total"

    static let refusedTokens = "balise_auth_session_refused_identity_tokens_total"
    static let notifications = "balise_auth_session_apple_notifications_total"
    static let keyReadings = "balise_auth_session_issuer_key_readings_total"
    static let verifications = "balise_auth_session_issuer_verifications_total"
    static let logouts = "balise_auth_session_issuer_logouts_total"
    static let providerSignIns = "balise_auth_session_provider_sign_ins_total"
    static let exchanges = "balise_auth_session_exchanges_total"

    private static let success = "success"

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        // The counters are made once, because every request of their kind needs them.
        refreshed = Counter(
            label: SessionMetrics.refreshes, dimensions: [("outcome", SessionMetrics.success)], factory: factory)
        exchanged = Counter(
            label: SessionMetrics.exchanges, dimensions: [("outcome", SessionMetrics.success)], factory: factory)
        refreshTime = Timer(label: "balise_auth_session_refresh_seconds", factory: factory)
        signInTime = Timer(label: "balise_auth_session_sign_in_seconds", factory: factory)
        registrationTime = Timer(label: "balise_auth_session_registration_seconds", factory: factory)
    }

    func countSignIn(by signInMethod: SignInMethod, _ failure: ErrorCode?, took time: Duration) {
        count(SessionMetrics.signIns, failure, [("method", signInMethod.rawValue)])
        signInTime.record(duration: time)
    }

    func countRegistration(by signInMethod: SignInMethod, _ failure: ErrorCode?, took time: Duration) {
        count(SessionMetrics.registrations, failure, [("method", signInMethod.rawValue)])
        registrationTime.record(duration: time)
    }

    func countRefresh(_ failure: ErrorCode?, took time: Duration) {
        if failure == nil { refreshed.increment() } else { count(SessionMetrics.refreshes, failure, []) }
        refreshTime.record(duration: time)
    }

    func countRefusal(_ code: ErrorCode) { count(SessionMetrics.refusals, [("code", code.rawValue)]) }

    func countEnd(_ reason: SessionEnd.Reason) { count(SessionMetrics.ended, [("reason", reason.rawValue)]) }

    /// Counts a refused token. `issuer` is the operator's name; nil if the token names no trusted issuer.
    func countRefusedToken(_ refusal: TokenRefusal, of issuer: String?) {
        count(SessionMetrics.refusedTokens, [("issuer", issuer ?? "none"), ("reason", refusal.rawValue)])
    }

    func countNotification(_ type: String) { count(SessionMetrics.notifications, [("type", type)]) }

    func count(_ label: String, of issuer: String, isSuccess: Bool) {
        let outcome = isSuccess ? SessionMetrics.success : "failed"
        count(label, [("issuer", issuer), ("outcome", outcome)])
    }

    func countProviderSignIn(at provider: String, _ failure: String?) {
        count(SessionMetrics.providerSignIns, [("issuer", provider), ("outcome", failure ?? SessionMetrics.success)])
    }

    func countExchange(_ failure: ErrorCode?) {
        if failure == nil { exchanged.increment() } else { count(SessionMetrics.exchanges, failure, []) }
    }

    private func count(_ label: String, _ failure: ErrorCode?, _ dimensions: [(String, String)]) {
        count(label, dimensions + [("outcome", failure?.rawValue ?? SessionMetrics.success)])
    }

    private func count(_ label: String, _ dimensions: [(String, String)]) {
        Counter(label: label, dimensions: dimensions, factory: factory).increment()
    }
}

extension ErrorCode {
    /// The code in counts and logs for a failed request: the code that the sender gets, if there is one.
    init(of error: any Error) {
        if let answer = ServiceError(answering: error) {
            self = answer.code
            return
        }
        self =
            switch error {
            case BusError.refused(let error): error.code
            case BusError.overloaded: .overloaded
            case BusError.timedOut: .timedOut
            case BusError.unavailable, BusError.closed, BusError.cancelled: .unavailable
            default: .internalFailure
            }
    }
}
