// Receiving from a libzmq socket without copying, and without losing count of a message's parts.

import CZeroMQ

/// A place for one received part after another. Not copied, and closed with its owner.
struct ReceivedMessage: ~Copyable {
    private var message = zmq_msg_t()

    init() { zmq_msg_init(&message) }

    deinit {
        var message = message
        zmq_msg_close(&message)
    }

    /// Takes the next part in place of the present one; false when there is none, or the socket is closed.
    mutating func receive(from socket: ZeroMQSocket) -> Bool {
        zmq_msg_recv(&message, socket.raw, ZMQ_DONTWAIT) >= 0
    }

    /// Whether another part of the same message follows.
    var isFollowed: Bool { mutating get { zmq_msg_more(&message) != 0 } }

    /// The part's bytes; good until the next `receive`.
    var bytes: UnsafeRawBufferPointer {
        mutating get {
            UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))
        }
    }

    /// Who the connection's key belongs to, as the authenticator named it; nil without CURVE.
    var userID: String? { mutating get { zmq_msg_gets(&message, "User-Id").map { String(cString: $0) } } }

    /// Throws the rest of a message's parts away; the number of them.
    mutating func skipParts(of socket: ZeroMQSocket) -> Int {
        var count = 0
        while isFollowed, receive(from: socket) { count += 1 }
        return count
    }
}
