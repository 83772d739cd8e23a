public import Models

/// An event of the bus. It is reported on the bus's thread, so the receiver must be fast.
public enum BusEvent: Sendable {
    /// A handler threw an unexpected error, or got `failed` for a request of its own. Its caller got `failed`.
    case handlerFailed(service: ServiceName, code: MessageCode, requestID: String, error: any Error)
    /// Malformed messages arrived. Reported at most once a second.
    case malformedMessages(count: Int, reason: String)
    case notPermitted(service: ServiceName, caller: ServiceName?, code: MessageCode)
    case falseName(service: ServiceName, claimed: ServiceName, key: String)
    /// A peer with an unknown key tried to connect. Reported at most once a second.
    case unknownKey(address: String, count: Int)
    /// A job or an inline handler held the reactor's thread for too long. The message code is known for inline handlers
    /// and for the first part of a task.
    case heldReactor(code: MessageCode?, duration: Duration)
    case connected(ServiceName, at: Endpoint)
    /// The connection to a service or to one of its replicas was lost or refused. The reason is for the operator.
    case disconnected(ServiceName, at: Endpoint, reason: PeerAbsence)
    /// The service is connected, but silent to requests and a ping. Until it answers, requests go elsewhere or fail.
    case doesNotAnswer(ServiceName, at: Endpoint)
    case answersAgain(ServiceName, at: Endpoint)
    /// A service's socket file had been removed, and the service has restored it.
    case listensAgain(ServiceName)
    /// Some replies could not be sent, because their caller is gone or does not read.
    case repliesDropped(count: Int)
}

/// Why a peer is not connected. The description is for the operator.
public enum PeerAbsence: Hashable, Sendable, CustomStringConvertible {
    /// No process listens at the address.
    case nobodyAnswers
    case lost
    case closed
    case ourKeyIsUnknown
    /// The peer's key is not the service's, or the peer uses another protocol.
    case keysDiffer
    /// The connection failed; the text is the system's error.
    case system(String)

    public var description: String {
        switch self {
        case .nobodyAnswers: "nobody answers there"
        case .lost: "the connection was lost"
        case .closed: "the service was closed"
        case .ourKeyIsUnknown: "the service does not know our key"
        case .keysDiffer: "the keys do not match, or it is no service of ours"
        case .system(let reason): reason
        }
    }

    /// Whether only an operator can change the situation.
    public var isLasting: Bool { self == .ourKeyIsUnknown || self == .keysDiffer }
}

/// Reports at most once a second, because otherwise any host on the network could fill the log. `@unchecked Sendable`:
/// only the reactor's thread uses it.
final class RateLimitedReport: @unchecked Sendable {
    private let report: (Int, String) -> Void
    private var limit = ReportLimit<MonotonicTime>()

    init(_ report: @escaping (_ count: Int, _ reason: String) -> Void) { self.report = report }

    func record(_ reason: @autoclosure () -> String) {
        let now = MonotonicTime.now
        if let count = limit.record(at: now, quietUntil: now.adding(.seconds(1))) { report(count, reason()) }
    }
}
