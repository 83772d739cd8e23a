import Models

typealias Answer = Result<[UInt8], BusError>

/// A request on its way. It is a class, because queues, a table and libzmq pass it on. `@unchecked Sendable`: once
/// queued, only the reactor's thread uses it.
final class OutgoingRequest: @unchecked Sendable {
    /// The request's number, chosen by the sender and unique within its connection.
    let correlation: UInt64
    let code: MessageCode
    let isIdempotent: Bool
    /// Whether the handler may wait, so that a late answer does not mean that the service hangs.
    let waitsForChanges: Bool
    let deadline: MonotonicTime
    /// The message without the values that are set when it is sent. It is kept until the answer arrives, because a
    /// service may return a request that it has not started.
    var frame: [UInt8]
    let continuation: UnsafeContinuation<Answer, Never>
    /// The choice between replicas; nil for a request to a fixed address.
    let choice: ReplicaChoice?

    /// When the wait for a connection ends; nil once the request has been sent.
    var waitsForConnection: MonotonicTime?
    /// When the request was passed to libzmq; nil before that, and again after the service returned it unstarted.
    var sentAt: MonotonicTime?
    var timesOutdated = 0
    /// Whether the request was lost with its service and waits to be sent again.
    var isSecondTry = false

    init(
        correlation: UInt64, code: MessageCode, isIdempotent: Bool, waitsForChanges: Bool = false,
        deadline: MonotonicTime, frame: [UInt8], choice: ReplicaChoice? = nil,
        continuation: UnsafeContinuation<Answer, Never>
    ) {
        (self.correlation, self.code, self.isIdempotent) = (correlation, code, isIdempotent)
        (self.waitsForChanges, self.deadline) = (waitsForChanges, deadline)
        (self.frame, self.choice, self.continuation) = (frame, choice, continuation)
    }

    var nextDeadline: MonotonicTime { min(deadline, waitsForConnection ?? .never) }

    var isSent: Bool { sentAt != nil }

    var mayBeSent: Bool { isIdempotent || !isSent }

    var isAwaited: Bool { isSent && waitsForConnection == nil && !waitsForChanges }

    func answer(_ answer: Answer) { continuation.resume(returning: answer) }
}

/// The choice between a service's replicas. It is a separate object, because most services have one address and need
/// none. `@unchecked Sendable` for the same reason as its request.
final class ReplicaChoice: @unchecked Sendable {
    /// The key that selects the replica; nil to choose the less busy of two replicas.
    let key: RoutingKey?
    /// The replicas that could not answer the request. The request is not sent to them again.
    var tried: [Endpoint] = []
    var hasAlternative = false

    init(_ key: RoutingKey?) { self.key = key }
}

struct PendingRequests {
    private var requests: [UInt64: OutgoingRequest] = [:]
    private var waiting = 0

    var isEmpty: Bool { requests.isEmpty }

    var count: Int { requests.count }

    /// The number of requests that are work for the service. Requests that wait for changes do not count.
    var load: Int { requests.count - waiting }

    /// Adds a request, which the table must not contain yet.
    mutating func insert(_ request: OutgoingRequest) {
        requests[request.correlation] = request
        if request.waitsForChanges { waiting += 1 }
    }

    @discardableResult
    mutating func remove(_ correlation: UInt64) -> OutgoingRequest? {
        guard let request = requests.removeValue(forKey: correlation) else { return nil }
        if request.waitsForChanges { waiting -= 1 }
        return request
    }

    func contains(where isWanted: (OutgoingRequest) -> Bool) -> Bool { requests.values.contains(where: isWanted) }

    mutating func removeAll(where isWanted: (OutgoingRequest) -> Bool) -> [OutgoingRequest] {
        let wanted = requests.values.filter(isWanted)
        for request in wanted { remove(request.correlation) }
        return wanted
    }
}
