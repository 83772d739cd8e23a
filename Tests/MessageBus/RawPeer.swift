import CZeroMQ

@testable import MessageBus

final class RawPeer {
    private let context: UnsafeMutableRawPointer
    private let socket: UnsafeMutableRawPointer
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    /// Connected to a service; keys secure the connection.
    init(
        callingAt endpoint: Endpoint, routingID: String? = nil, keys: (own: CurvePair, server: CurvePublicKey)? = nil
    ) throws {
        context = try #require(zmq_ctx_new())
        socket = try #require(zmq_socket(context, ZMQ_DEALER))
        setUp()
        if let routingID { zmq_setsockopt(socket, ZMQ_ROUTING_ID, routingID, routingID.utf8.count) }
        if let keys {
            zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, keys.server.text, 41)
            zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, keys.own.publicText, 41)
            zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, keys.own.secretText, 41)
        }
        try #require(zmq_connect(socket, endpoint.text) == 0)
    }

    init(servingAt endpoint: Endpoint) throws {
        context = try #require(zmq_ctx_new())
        socket = try #require(zmq_socket(context, ZMQ_ROUTER))
        setUp()
        try #require(zmq_bind(socket, endpoint.text) == 0)
    }

    private func setUp() {
        var none: Int32 = 0
        zmq_setsockopt(socket, ZMQ_LINGER, &none, MemoryLayout<Int32>.size)
        var wait: Int32 = 3000
        zmq_setsockopt(socket, ZMQ_SNDTIMEO, &wait, MemoryLayout<Int32>.size)
    }

    deinit { vanish() }

    private var isGone = false

    func vanish() {
        guard !isGone else { return }
        isGone = true
        zmq_close(socket)
        zmq_ctx_term(context)
    }

    func send(_ parts: [UInt8]...) throws {
        for (index, part) in parts.enumerated() {
            try #require(zmq_send(socket, part, part.count, index < parts.count - 1 ? ZMQ_SNDMORE : 0) >= 0)
        }
    }

    /// Nil when none comes within a minute.
    func receive() async throws -> [[UInt8]]? {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let parts = receiveNow() { return parts }
            try await Task.sleep(for: .milliseconds(1))
        }
        return nil
    }

    /// Never blocks: the pool's few threads are for the other side too.
    func receiveNow() -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        while true {
            // All parts of a message come together.
            let count = zmq_recv(socket, &buffer, buffer.count, ZMQ_DONTWAIT)
            guard count >= 0 else { return nil }
            parts.append(Array(buffer.prefix(Int(count))))
            var more: Int32 = 0
            var size = MemoryLayout<Int32>.size
            zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size)
            if more == 0 { return parts }
        }
    }
}

struct CurvePair {
    let publicText: String
    let secretText: String

    init() {
        var publicText = [CChar](repeating: 0, count: 41)
        var secretText = publicText
        zmq_curve_keypair(&publicText, &secretText)
        self.publicText = String(decoding: publicText.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.secretText = String(decoding: secretText.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var secretKey: CurveSecretKey { CurveSecretKey(secretText)! }
}

struct RawFrame {
    var version: UInt8 = 2
    var kind: UInt8 = 1
    var code = Echo.code.rawValue
    var caller = ServiceName.edge.rawValue
    var flags: UInt8 = 0
    var correlation: UInt64 = 77
    var remaining: UInt32 = 5000
    var envelopeLength: UInt32?
    /// Since the sending, by the clock of this machine, which a service of the test has too; nil says nothing.
    var age: Duration? = .zero
    /// {0: "r"}
    var envelope: [UInt8] = [0xa1, 0x00, 0x61, 0x72]
    /// {0: "hi"}
    var body: [UInt8] = [0xa1, 0x00, 0x62, 0x68, 0x69]

    var bytes: [UInt8] {
        var bytes: [UInt8] = [version, kind]
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        append(code)
        bytes += [caller, 0, flags, 0]
        append(correlation)
        append(remaining)
        append(envelopeLength ?? UInt32(envelope.count))
        append(age.map { UInt64(Int64(MonotonicTime.now.nanoseconds) - Int64($0 / .nanoseconds(1))) } ?? 0)
        return bytes + envelope + body
    }

    /// The kind and outcome of an answer, and whether it belongs to `correlation`.
    static func reading(_ bytes: [UInt8]) -> (kind: UInt8, outcome: UInt8, correlation: UInt64)? {
        guard bytes.count >= FrameHeader.size else { return nil }
        let correlation = bytes[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (bytes[1], bytes[5], correlation)
    }
}
