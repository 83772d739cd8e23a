import CZeroMQ

/// A message as libzmq received it, without a copy. It is closed when this value is destroyed.
struct ReceivedMessage: ~Copyable {
    private var message = zmq_msg_t()

    init() { zmq_msg_init(&message) }

    deinit {
        var message = message
        zmq_msg_close(&message)
    }

    /// Receives a part. Returns false if none has arrived, or the socket is closed.
    mutating func receive(from socket: ZeroMQSocket) -> Bool { zmq_msg_recv(&message, socket.raw, ZMQ_DONTWAIT) >= 0 }

    /// Whether another part of the same message follows.
    var isFollowed: Bool { mutating get { zmq_msg_more(&message) != 0 } }

    /// The bytes of the part, valid until the next `receive`.
    var bytes: UnsafeRawBufferPointer {
        mutating get {
            UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))
        }
    }

    /// The owner of the connection's key, as named by the authenticator; nil without CURVE.
    var userID: String? { mutating get { zmq_msg_gets(&message, "User-Id").map { String(cString: $0) } } }

    /// Skips the remaining parts, and returns their number.
    mutating func skipParts(of socket: ZeroMQSocket) -> Int {
        var count = 0
        while isFollowed, receive(from: socket) { count += 1 }
        return count
    }
}
