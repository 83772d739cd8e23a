// A request on its way through the client.

import Models

/// How a request ended: with the bytes of its reply or with an error.
typealias Answer = Result<[UInt8], BusError>

/// A request that waits for its answer.
///
/// A class since it is handed from queue to table to libzmq. `@unchecked Sendable`: once it is queued, the reactor's
/// thread alone touches it.
final class OutgoingRequest: @unchecked Sendable {
    /// Chosen by the sender; unique within its connection.
    let correlation: UInt64
    let code: MessageCode
    let isIdempotent: Bool
    /// Whether its handler may wait on purpose, so that a late answer says nothing about the service.
    let waitsForChanges: Bool
    /// When the caller gives up.
    let deadline: MonotonicTime
    /// The message, ready but for what is known when it is sent. Kept until it is answered: a service may send any request
    /// back without having begun with it.
    var frame: [UInt8]
    let continuation: UnsafeContinuation<Answer, Never>
    /// What decides between replicas; nil for a request to one certain address.
    let choice: ReplicaChoice?

    /// Until when it waits for a connection; nil once it is sent.
    var waitsForConnection: MonotonicTime?
    /// When it was handed to libzmq; nil before, and when it came back without having been begun with.
    var sentAt: MonotonicTime?
    /// How often it came back since it had been on its way for too long.
    var timesOutdated = 0
    /// Whether it was lost with its service and waits to be sent again.
    var isSecondTry = false

    init(
        correlation: UInt64, code: MessageCode, isIdempotent: Bool, waitsForChanges: Bool = false,
        deadline: MonotonicTime, frame: [UInt8], choice: ReplicaChoice? = nil,
        continuation: UnsafeContinuation<Answer, Never>
    ) {
        self.correlation = correlation
        self.code = code
        self.isIdempotent = isIdempotent
        self.waitsForChanges = waitsForChanges
        self.deadline = deadline
        self.frame = frame
        self.choice = choice
        self.continuation = continuation
    }

    /// The moment at which something has to happen to it.
    var nextDeadline: MonotonicTime { min(deadline, waitsForConnection ?? .never) }

    /// Whether a service may have begun with it.
    var isSent: Bool { sentAt != nil }

    /// Whether it may be sent once more: it is idempotent, or nothing of it was done.
    var mayBeSent: Bool { isIdempotent || !isSent }

    /// Whether the service has it and is to answer it soon.
    var isAwaited: Bool { isSent && waitsForConnection == nil && !waitsForChanges }

    func answer(_ answer: Answer) { continuation.resume(returning: answer) }
}

/// By what a request finds its replica, and which ones have failed it.
///
/// A class of its own since most services have one address. `@unchecked Sendable` like its request.
final class ReplicaChoice: @unchecked Sendable {
    /// Nil for the less busy one.
    let key: RoutingKey?
    /// The replicas that could not bring the request to an answer: it goes to none of them instead of another.
    var tried: [Endpoint] = []
    /// Whether there is another one that it could go to.
    var hasAlternative = false

    init(_ key: RoutingKey?) { self.key = key }
}
