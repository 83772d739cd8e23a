// A socket as the reactor sees it.

import CZeroMQ

/// A socket that the reactor serves. Everything of it happens on the reactor's thread.
class Port {
    let socket: ZeroMQSocket
    let descriptor: Int32

    /// Whether there may be something to receive. libzmq's descriptor tells of a change once, and any operation on the
    /// socket can swallow that; so after one the socket is read until it is empty before the thread sleeps.
    var isTouched = true

    /// Whether requests that came here are being worked on.
    var hasRequests: Bool { false }

    /// When the earliest of this port's deadlines comes.
    var nextDeadline = MonotonicTime.never

    init(_ socket: ZeroMQSocket) {
        self.socket = socket
        descriptor = socket.descriptor
    }

    /// Small, so that the peer works on the first answers of many while the last are made. In bursts as large as what
    /// is in flight the two ends would take turns.
    private static let largestBurst = 16
    private var burst = 1

    /// Receives up to `limit` messages; clears `isTouched` when the socket is empty.
    func receive(limit: Int) {}

    /// Receives as many messages as lately came together. To find a socket empty costs system calls, and after the
    /// answer to a message it has to be looked at again anyhow: where they come one by one, they are received one by
    /// one.
    final func receiveBurst() {
        receive(limit: burst)
        burst = isTouched ? min(burst * 2, Port.largestBurst) : max(burst / 2, 1)
    }

    /// Sends what has gathered since the last time.
    func flush() {}

    /// Ends what is past its deadline and sets `nextDeadline` anew.
    func sweep(_ now: MonotonicTime) {}

    /// The reactor ends: fails what is unfinished and closes the socket.
    func end() { socket.close() }

    /// The reactor has ended: libzmq has closed everything that it had open.
    func hasEnded() {}

    /// Notes a deadline that came with new work.
    final func expect(_ deadline: MonotonicTime) {
        if deadline < nextDeadline { nextDeadline = deadline }
    }
}
