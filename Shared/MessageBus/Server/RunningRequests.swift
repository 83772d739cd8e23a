import CZeroMQ
import Models

/// The routing id of a peer, stored inline. libzmq's ids are 5 bytes long; a longer id is not from Balise, so it may be
/// refused.
struct Peer: Hashable, Sendable {
    private static let maximumLength = 16

    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private let count: UInt8

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty, bytes.count <= Peer.maximumLength else { return nil }
        count = UInt8(bytes.count)
        var padded: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &padded) { $0.copyBytes(from: bytes) }
        (low, high) = padded
    }

    func address(on socket: ZeroMQSocket) -> Bool {
        withUnsafeBytes(of: (low, high)) { bytes in
            socket.send(UnsafeRawBufferPointer(rebasing: bytes[..<Int(count)]), more: true)
        }
    }
}

struct Exchange: Hashable, Sendable {
    let peer: Peer
    let correlation: UInt64
    let code: MessageCode
}

struct RunningRequests {
    private struct Running {
        let task: Task<Void, Never>
        let deadline: MonotonicTime
        let bytes: Int
        let waitsForChanges: Bool
        /// Whether the caller has its answer or no longer waits. The handler still counts as running until it ends.
        var isAnswered = false
        var isCancelled = false
    }

    private let limits: BusLimits
    private var requests: [Exchange: Running] = [:]
    private var waiting = 0
    private var bytes = 0

    init(_ limits: BusLimits) { self.limits = limits }

    var isIdle: Bool { requests.isEmpty }

    var hasWork: Bool { requests.count > waiting }

    func contains(_ exchange: Exchange) -> Bool { requests[exchange] != nil }

    func hasRoom(forBytes count: Int, waitsForChanges: Bool) -> Bool {
        let isBelow =
            waitsForChanges ? waiting < limits.waitingForChanges : requests.count - waiting < limits.requestsAtOnce
        return isBelow && bytes + count <= limits.queuedBytes
    }

    mutating func insert(
        _ exchange: Exchange, _ task: Task<Void, Never>, deadline: MonotonicTime, bytes count: Int,
        waitsForChanges: Bool
    ) {
        requests[exchange] = Running(task: task, deadline: deadline, bytes: count, waitsForChanges: waitsForChanges)
        bytes += count
        if waitsForChanges { waiting += 1 }
    }

    /// Removes a request. Returns whether its caller already has an answer; nil if the request is unknown.
    mutating func finish(_ exchange: Exchange) -> Bool? {
        guard let request = requests.removeValue(forKey: exchange) else { return nil }
        bytes -= request.bytes
        if request.waitsForChanges { waiting -= 1 }
        return request.isAnswered
    }

    mutating func cancel(_ exchange: Exchange) {
        requests[exchange]?.isAnswered = true
        cancelTask(exchange)
    }

    /// Cancels requests past their deadline. Returns the requests without an answer, and the next deadline.
    mutating func cancelExpired(_ now: MonotonicTime) -> (unanswered: [Exchange], next: MonotonicTime) {
        var next = MonotonicTime.never
        var expired: [Exchange] = []
        for (exchange, request) in requests where !request.isCancelled {
            if request.deadline <= now { expired.append(exchange) } else { next = min(next, request.deadline) }
        }
        for exchange in expired { cancel(exchange) }
        return (expired, next)
    }

    /// Cancels the requests that wait for changes. Their handlers then answer without changes.
    mutating func cancelWaiting() {
        for exchange in requests.keys where requests[exchange]?.waitsForChanges == true { cancelTask(exchange) }
    }

    /// Gives up all requests. Returns the requests without an answer.
    mutating func abandonAll() -> [Exchange] {
        for request in requests.values { request.task.cancel() }
        let unanswered = requests.filter { !$0.value.isAnswered }.map(\.key)
        requests = [:]
        waiting = 0
        bytes = 0
        return unanswered
    }

    private mutating func cancelTask(_ exchange: Exchange) {
        requests[exchange]?.isCancelled = true
        requests[exchange]?.task.cancel()
    }
}
