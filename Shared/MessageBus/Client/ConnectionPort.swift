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
        // Without a peer a send fails at once. Otherwise it would queue for a peer that may never connect.
        try set(ZMQ_IMMEDIATE, 1)
        try set(ZMQ_RECONNECT_IVL, 10)
        try set(ZMQ_RECONNECT_IVL_MAX, 100)
        if endpoint.address.contains("[") { try set(ZMQ_IPV6, 1) }
        try keys?.secure(self, callingAs: caller, to: service)
    }
}

final class MonitorPort: Port {
    weak var connection: Connection?
    private var message = ReceivedMessage()

    private static let events =
        ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
        | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED

    init(of watched: ZeroMQSocket, in context: UnsafeMutableRawPointer) throws(BusSetupError) {
        super.init(try ZeroMQSocket(monitoring: watched, for: Int32(MonitorPort.events), in: context))
    }

    override func receiveNext() -> Bool {
        guard message.receive(from: socket) else { return false }
        let bytes = message.bytes
        let event = bytes.count >= 2 ? Int32(bytes.loadUnaligned(as: UInt16.self)) : 0
        _ = message.skipParts(of: socket)
        record(event)
        return true
    }

    private func record(_ event: Int32) {
        guard let connection else { return }
        switch event {
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: connection.peerArrived()
        case ZMQ_EVENT_DISCONNECTED: connection.peerLost(.lost)
        case ZMQ_EVENT_CONNECT_RETRIED: connection.attemptFailed(.nobodyAnswers)
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: connection.attemptFailed(.ourKeyIsUnknown)
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL, ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            connection.attemptFailed(.keysDiffer)
        default: break
        }
    }
}
