// A socket as the reactor sees it.

import CZeroMQ

/// A socket that the reactor serves. Everything of it happens on the reactor's thread.
class Port {
    let socket: ZeroMQSocket
    let descriptor: Int32

    /// Whether there may be something to receive. libzmq's descriptor tells of a change once, and any operation on the
    /// socket can swallow that; so after one the socket is read until it is empty before the thread sleeps.
    var isTouched = true

    /// When the earliest of this port's deadlines comes.
    var nextDeadline = MonotonicTime.never

    init(_ socket: ZeroMQSocket) {
        self.socket = socket
        descriptor = socket.descriptor
    }

    /// Receives up to `limit` messages; clears `isTouched` when the socket is empty.
    func receive(limit: Int) {}

    /// Ends what is past its deadline and sets `nextDeadline` anew.
    func sweep(_ now: MonotonicTime) {}

    /// The reactor ends: fails what is unfinished and closes the socket.
    func end() { socket.close() }

    /// Notes a deadline that came with new work.
    final func expect(_ deadline: MonotonicTime) {
        if deadline < nextDeadline { nextDeadline = deadline }
    }
}
