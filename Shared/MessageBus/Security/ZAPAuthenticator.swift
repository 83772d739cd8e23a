import CZeroMQ
import Models

/// Accepts connections with a known key, and names them after the key's service (ZAP, RFC 27). libzmq asks this port
/// over inproc, once for each connection. Without this port, libzmq would accept any key.
final class ZAPAuthenticator: Port, @unchecked Sendable {
    // `@unchecked Sendable`: one thread creates it, and then only the reactor's thread uses it.
    private let users: [[UInt8]: ServiceName]
    private let report: @Sendable (BusEvent) -> Void
    private let refused: RateLimitedReport
    private var message = ReceivedMessage()

    init(
        _ curve: CurveConfiguration, _ context: UnsafeMutableRawPointer, report: @escaping @Sendable (BusEvent) -> Void
    ) throws(BusSetupError) {
        users = Dictionary(curve.known.map { ($0.value.bytes, $0.key) }) { first, _ in first }
        self.report = report
        refused = RateLimitedReport { count, address in report(.unknownKey(address: address, count: count)) }
        let socket = try ZeroMQSocket(context, ZMQ_ROUTER)
        do throws(BusSetupError) {
            try socket.set(ZMQ_LINGER, 0)
            guard zmq_bind(socket.raw, "inproc://zeromq.zap.01") == 0 else {
                throw BusSetupError.system(what: "binding the ZAP authenticator", reason: zeroMQReason())
            }
        } catch {
            socket.close()
            throw error
        }
        super.init(socket)
    }

    override func receiveNext() -> Bool {
        guard message.receive(from: socket) else { return false }
        var parts = [[UInt8](message.bytes)]
        while message.isFollowed, message.receive(from: socket) { parts.append([UInt8](message.bytes)) }
        answer(parts)
        return true
    }

    /// Answers a question of libzmq. Its parts are: the asker, a separator, then version, request id, domain, address,
    /// identity, mechanism and credentials.
    private func answer(_ parts: [[UInt8]]) {
        guard parts.count >= 8, parts[1].isEmpty else { return }
        let isCurve = parts[7].elementsEqual("CURVE".utf8) && parts[4].elementsEqual(CurveConfiguration.domain.utf8)
        let user = isCurve && parts.count == 9 ? users[parts[8]] : nil
        if user == nil { refused.record(String(decoding: parts[5], as: UTF8.self)) }
        let reply: [[UInt8]] = [
            parts[0], [], Array("1.0".utf8), parts[3], Array((user == nil ? "400" : "200").utf8),
            Array((user == nil ? "unknown key" : "OK").utf8), Array((user?.description ?? "").utf8), [],
        ]
        isTouched = true
        for (index, part) in reply.enumerated() {
            // libzmq itself waits for the answer, so there is always room for the answer.
            guard socket.send(part, more: index < reply.count - 1) else { return }
        }
    }
}
