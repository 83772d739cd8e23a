import CZeroMQ

/// A socket that the reactor serves. Only the reactor's thread uses it.
class Port {
    let socket: ZeroMQSocket
    let descriptor: Int32

    /// Whether there may be something to receive. libzmq's descriptor reports a change once, and any operation on the socket
    /// can consume that report. So after an operation the socket is read until it is empty before the thread sleeps.
    var isTouched = true

    var hasRequests: Bool { false }

    var nextDeadline = MonotonicTime.never

    init(_ socket: ZeroMQSocket) {
        self.socket = socket
        descriptor = socket.descriptor
    }

    /// Small, so that the peer can process the first answers while the last are made. With bursts as large as the
    /// requests in flight the two ends would take turns.
    private static let largestBurst = 16
    private var burst = 1

    /// Receives up to `limit` messages; clears `isTouched` when the socket is empty.
    func receive(limit: Int) {}

    /// Receives as many messages as recently arrived together. Finding a socket empty costs system calls, and it must
    /// be checked again after the answer to a message anyway. So single messages are received singly.
    final func receiveBurst() {
        receive(limit: burst)
        burst = isTouched ? min(burst * 2, Port.largestBurst) : max(burst / 2, 1)
    }

    func flush() {}

    /// Ends expired work and updates `nextDeadline`.
    func sweep(_ now: MonotonicTime) {}

    /// The reactor ends: fails unfinished work and closes the socket.
    func end() { socket.close() }

    /// The reactor has ended, and libzmq has closed everything.
    func hasEnded() {}

    /// Notes the deadline of new work.
    final func expect(_ deadline: MonotonicTime) {
        if deadline < nextDeadline { nextDeadline = deadline }
    }
}

/// Work for the reactor's thread.
enum Command: Sendable {
    /// A part of a task that prefers the reactor as its executor.
    case job(UnownedJob)
    case send(Route, OutgoingRequest)
    /// The sender of a request no longer wants the answer.
    case cancel(Route, UInt64)
    /// Rare work.
    case perform(@Sendable () -> Void)
}
