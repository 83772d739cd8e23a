import CZeroMQ
import Models

final class ConnectionPort: Port {
    private let connection: Connection
    private var message = ReceivedMessage()

    init(_ socket: ZeroMQSocket, _ connection: Connection) {
        self.connection = connection
        super.init(socket)
    }

    override func receiveNext() -> Bool {
        guard message.receive(from: socket) else { return false }
        let isFollowed = message.isFollowed
        connection.receive(message.bytes, hasMoreParts: isFollowed)
        if isFollowed { _ = message.skipParts(of: socket) }
        return true
    }

    override func sweep(_ now: MonotonicTime) { nextDeadline = connection.sweep(now) }

    override func end() {
        connection.end(.closed)
        super.end()
    }
}

extension ZeroMQSocket {
    func prepareToCall(
        _ service: ServiceName, at endpoint: Endpoint, as caller: ServiceName, _ limits: BusLimits,
        _ keys: CurveConfiguration?
    ) throws(BusSetupError) {
        try setBounds(limits, over: endpoint.transport)
        // Without a peer a send fails, instead of queueing for one that may never come.
        try set(ZMQ_IMMEDIATE, 1)
        try set(ZMQ_RECONNECT_IVL, 10)
        try set(ZMQ_RECONNECT_IVL_MAX, 100)
        if endpoint.address.contains("[") { try set(ZMQ_IPV6, 1) }
        try keys?.secure(self, callingAs: caller, to: service)
    }
}
