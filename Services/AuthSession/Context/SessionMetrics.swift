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
        // Made once, because every request of their kind needs them.
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
        signInTime.recordNanoseconds(time.nanoseconds)
    }

    func countRegistration(by signInMethod: SignInMethod, _ failure: ErrorCode?, took time: Duration) {
        count(SessionMetrics.registrations, failure, [("method", signInMethod.rawValue)])
        registrationTime.recordNanoseconds(time.nanoseconds)
    }

    func countRefresh(_ failure: ErrorCode?, took time: Duration) {
        if failure == nil { refreshed.increment() } else { count(SessionMetrics.refreshes, failure, []) }
        refreshTime.recordNanoseconds(time.nanoseconds)
    }

    func countRefusal(_ code: ErrorCode) {
        Counter(label: SessionMetrics.refusals, dimensions: [("code", code.rawValue)], factory: factory).increment()
    }

    func countEnd(_ reason: SessionEnd.Reason) {
        Counter(label: SessionMetrics.ended, dimensions: [("reason", reason.rawValue)], factory: factory).increment()
    }

    /// `issuer` is the operator's name; nil if the token names no trusted one.
    func countRefusedToken(_ refusal: TokenRefusal, of issuer: String?) {
        Counter(
            label: SessionMetrics.refusedTokens,
            dimensions: [("issuer", issuer ?? "none"), ("reason", refusal.rawValue)], factory: factory
        ).increment()
    }

    func countNotification(_ type: String) {
        Counter(label: SessionMetrics.notifications, dimensions: [("type", type)], factory: factory).increment()
    }

    func countKeyReading(of issuer: String, isSuccess: Bool) {
        count(SessionMetrics.keyReadings, isSuccess, of: issuer)
    }

    func countVerification(of issuer: String, isGenuine: Bool) {
        count(SessionMetrics.verifications, isGenuine, of: issuer)
    }

    func countLogout(of issuer: String, isSuccess: Bool) { count(SessionMetrics.logouts, isSuccess, of: issuer) }

    func countProviderSignIn(at provider: String, _ failure: String?) {
        Counter(
            label: SessionMetrics.providerSignIns,
            dimensions: [("issuer", provider), ("outcome", failure ?? SessionMetrics.success)], factory: factory
        ).increment()
    }

    func countExchange(_ failure: ErrorCode?) {
        if failure == nil { exchanged.increment() } else { count(SessionMetrics.exchanges, failure, []) }
    }

    private func count(_ label: String, _ isSuccess: Bool, of issuer: String) {
        let outcome = isSuccess ? SessionMetrics.success : "failed"
        Counter(label: label, dimensions: [("issuer", issuer), ("outcome", outcome)], factory: factory).increment()
    }

    private func count(_ label: String, _ failure: ErrorCode?, _ dimensions: [(String, String)]) {
        let outcome = failure?.rawValue ?? SessionMetrics.success
        Counter(label: label, dimensions: dimensions + [("outcome", outcome)], factory: factory).increment()
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

extension ErrorCode {
    /// The code in counts and logs for a failed request: the sender's code, if it gets one.
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
