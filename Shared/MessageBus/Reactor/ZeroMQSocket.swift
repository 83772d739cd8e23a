import CZeroMQ

/// A socket of libzmq. Only one thread at a time may use it: first its creator, then the reactor's thread.
struct ZeroMQSocket {
    let raw: UnsafeMutableRawPointer

    init(_ context: UnsafeMutableRawPointer, _ kind: Int32) throws(BusSetupError) {
        guard let raw = zmq_socket(context, kind) else { throw .system(what: "zmq_socket", reason: zeroMQReason()) }
        self.raw = raw
    }

    init(
        monitoring watched: ZeroMQSocket, for events: Int32, in context: UnsafeMutableRawPointer
    ) throws(BusSetupError) {
        let address = "inproc://balise-monitor-\(UInt(bitPattern: watched.raw))"
        guard zmq_socket_monitor(watched.raw, address, events) == 0 else {
            throw .system(what: "zmq_socket_monitor", reason: zeroMQReason())
        }
        try self.init(context, ZMQ_PAIR)
        do throws(BusSetupError) {
            try set(ZMQ_LINGER, 0)
            guard zmq_connect(raw, address) == 0 else {
                throw BusSetupError.system(what: "connecting to the monitor", reason: zeroMQReason())
            }
        } catch {
            close()
            throw error
        }
    }

    func set(_ option: Int32, _ value: Int) throws(BusSetupError) {
        var value = Int32(clamping: value)
        guard zmq_setsockopt(raw, option, &value, MemoryLayout<Int32>.size) == 0 else { throw refused(option) }
    }

    func set(_ option: Int32, wide value: Int64) throws(BusSetupError) {
        var value = value
        guard zmq_setsockopt(raw, option, &value, MemoryLayout<Int64>.size) == 0 else { throw refused(option) }
    }

    func set(_ option: Int32, _ value: String) throws(BusSetupError) {
        let status = value.withCString { zmq_setsockopt(raw, option, $0, value.utf8.count + 1) }
        guard status == 0 else { throw refused(option) }
    }

    /// Sets the domain of the authentication protocol, whose text must not end with a zero byte.
    func set(domain: String) throws(BusSetupError) {
        let status = domain.withCString { zmq_setsockopt(raw, ZMQ_ZAP_DOMAIN, $0, domain.utf8.count) }
        guard status == 0 else { throw refused(ZMQ_ZAP_DOMAIN) }
    }

    private func refused(_ option: Int32) -> BusSetupError {
        .system(what: "socket option \(option)", reason: zeroMQReason())
    }

    func setBounds(_ limits: BusLimits, over transport: Endpoint.Transport) throws(BusSetupError) {
        // Without this option libzmq would keep messages for a lost peer, and the context could not end.
        try set(ZMQ_LINGER, 0)
        try set(ZMQ_SNDHWM, limits.queuedMessages)
        try set(ZMQ_RCVHWM, limits.queuedMessages)
        // libzmq's limit also counts the header and the envelope.
        try set(ZMQ_MAXMSGSIZE, wide: Int64(limits.messageBytes) + Int64(FrameHeader.size + Envelope.maximumLength))
        guard transport == .tcp else { return }
        // A host that vanishes closes no connection, so only missing heartbeats reveal that it is gone.
        try set(ZMQ_HEARTBEAT_IVL, 1000)
        try set(ZMQ_HEARTBEAT_TIMEOUT, 3000)
        try set(ZMQ_HEARTBEAT_TTL, 3000)
    }

    /// The file descriptor that becomes readable when the socket may have something to do.
    var descriptor: Int32 { value(of: ZMQ_FD) ?? -1 }

    /// Whether the socket accepts a message. Reading this makes the socket notice new connections. A send alone would
    /// be delayed by up to a millisecond.
    var canSend: Bool { value(of: ZMQ_EVENTS).map { $0 & ZMQ_POLLOUT != 0 } ?? false }

    private func value(of option: Int32) -> Int32? {
        var value: Int32 = 0
        var size = MemoryLayout<Int32>.size
        return zmq_getsockopt(raw, option, &value, &size) == 0 ? value : nil
    }

    /// The bound address, with the port that the system chose.
    var lastEndpoint: String {
        var text = [CChar](repeating: 0, count: 1024)
        var size = text.count
        guard zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &text, &size) == 0, size > 0 else { return "" }
        return String(decoding: text.prefix(size - 1).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Sends a part. Returns false and sets `zmq_errno` if libzmq did not accept it.
    func send(_ bytes: UnsafeRawBufferPointer, more: Bool = false) -> Bool {
        zmq_send(raw, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) >= 0
    }

    func send(_ bytes: [UInt8], more: Bool = false) -> Bool { bytes.withUnsafeBytes { send($0, more: more) } }

    func close() { zmq_close(raw) }
}

func zeroMQReason(_ code: Int32 = zmq_errno()) -> String { String(cString: zmq_strerror(code)) }
