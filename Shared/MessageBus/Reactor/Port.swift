import CZeroMQ

/// A socket that the reactor serves. Only the reactor's thread uses it.
class Port {
    let socket: ZeroMQSocket
    let descriptor: Int32

    /// Whether the socket must be read before the thread sleeps. libzmq's descriptor reports a change once, and any
    /// operation on the socket can consume that report. So after an operation, the socket is read until it is empty.
    var isTouched = true

    var hasRequests: Bool { false }

    var nextDeadline = MonotonicTime.never

    init(_ socket: ZeroMQSocket) {
        self.socket = socket
        descriptor = socket.descriptor
    }

    /// The largest number of messages in a burst. With larger bursts, one end would be idle while the other works.
    private static let largestBurst = 16
    private var burst = 1

    /// Receives up to `limit` messages; clears `isTouched` when the socket is empty.
    final func receive(limit: Int) {
        for _ in 0..<limit {
            guard receiveNext() else {
                isTouched = false
                return
            }
        }
    }

    /// Receives a message. Returns false if the socket is empty or is no longer read.
    func receiveNext() -> Bool { false }

    /// Receives as many messages as recently arrived together. Finding a socket empty costs system calls, and the
    /// socket must be checked again after the answers anyway.
    final func receiveBurst() {
        receive(limit: burst)
        burst = isTouched ? min(burst * 2, Port.largestBurst) : max(burst / 2, 1)
    }

    func flush() {}

    /// Ends expired work and updates `nextDeadline`.
    func sweep(_ now: MonotonicTime) {}

    /// Ends the port when the reactor ends: fails unfinished work and closes the socket.
    func end() { socket.close() }

    /// Does the last work of the port, once the reactor has ended and libzmq has closed everything.
    func hasEnded() {}

    final func expect(_ deadline: MonotonicTime) {
        if deadline < nextDeadline { nextDeadline = deadline }
    }
}

enum Command: Sendable {
    /// A part of a task that prefers the reactor as its executor.
    case job(UnownedJob)
    case send(Route, OutgoingRequest)
    case cancel(Route, UInt64)
    case perform(@Sendable () -> Void)
}
