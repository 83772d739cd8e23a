// The socket of a connection, as the reactor serves it.

/// The DEALER socket of a connection.
final class ConnectionPort: Port {
    private let connection: Connection
    private var message = ReceivedMessage()

    init(_ socket: ZeroMQSocket, _ connection: Connection) {
        self.connection = connection
        super.init(socket)
    }

    override func receive(limit: Int) {
        for _ in 0..<limit {
            guard message.receive(from: socket) else {
                isTouched = false
                return
            }
            let isFollowed = message.isFollowed
            connection.receive(message.bytes, hasMoreParts: isFollowed)
            if isFollowed { _ = message.skipParts(of: socket) }
        }
    }

    override func sweep(_ now: MonotonicTime) { nextDeadline = connection.sweep(now) }

    override func end() {
        connection.end(.closed)
        super.end()
    }
}
