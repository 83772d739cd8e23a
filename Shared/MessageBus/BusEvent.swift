// What the bus tells its owner, for logs and metrics.

public import Models

/// Something that happened on the bus and that an operator may want to read.
///
/// Reported on the bus's own thread, so whoever takes it must be quick.
public enum BusEvent: Sendable {
    /// A handler threw something other than a `ServiceError`; its caller was told `failed`.
    case handlerFailed(service: ServiceName, code: MessageCode, requestID: String, error: any Error)
    /// Messages that were not readable, at a service or from it. Reported at most once a second.
    case malformedMessages(count: Int, reason: String)
    /// A caller sent a message that its service's table does not permit.
    case notPermitted(service: ServiceName, caller: ServiceName?, code: MessageCode)
    /// A caller named itself otherwise than its key does.
    case falseName(service: ServiceName, claimed: ServiceName, key: String)
    /// A connection showed a key that is not known here. Reported at most once a second.
    case unknownKey(address: String, count: Int)
    /// A job or an inline handler held the reactor's thread for longer than the configured span. The code is known
    /// for inline handlers and for the first part of a task's.
    case heldReactor(code: MessageCode?, duration: Duration)
    /// The connection to a service, or to one of its replicas, stands.
    case connected(ServiceName, at: Endpoint)
    /// The connection to a service, or to one of its replicas, was lost or refused; the reason is for the operator.
    case disconnected(ServiceName, at: Endpoint, reason: PeerAbsence)
    /// A service, or one of its replicas, is connected and has answered neither requests nor a ping for a while. Requests
    /// go to other replicas or fail at once until it answers anything.
    case doesNotAnswer(ServiceName, at: Endpoint)
    /// One that did not answer does so again.
    case answersAgain(ServiceName, at: Endpoint)
    /// The file of a service's socket was removed, and stands again.
    case listensAgain(ServiceName)
    /// Replies that could not be sent because their caller has gone or does not read.
    case repliesDropped(count: Int)
}

/// Why a service is not connected at an address. The description is for the operator.
public enum PeerAbsence: Hashable, Sendable, CustomStringConvertible {
    /// Nobody listens at the address.
    case nobodyAnswers
    /// A connection that stood is gone.
    case lost
    /// The service in this process was closed.
    case closed
    /// The service refused our key.
    case ourKeyIsUnknown
    /// What answers has another key than the service, or speaks otherwise.
    case keysDiffer
    /// The system refuses; the text says what.
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

    /// Whether it stays as it is until an operator does something.
    public var isLasting: Bool { self == .ourKeyIsUnknown || self == .keysDiffer }
}
