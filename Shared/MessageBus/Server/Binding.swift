import CZeroMQ
import Models

final class Binding {
    let socket: ZeroMQSocket
    /// The endpoint, with the port that the system chose.
    let endpoint: Endpoint
    let isSecured: Bool
    private var file: SocketFile?
    /// The number of listeners at the path: one at first, and one more after each loss of the socket file.
    private var listeners = 1
    /// Reports that the listener is closed and its path removed; nil within the process, where closing is immediate.
    private var closing: ClosingPort?

    init(of service: ServiceName, at asked: Endpoint, limits: BusLimits, on core: BusCore) throws(BusSetupError) {
        let context = core.reactor.context
        let file = asked.transport == .ipc ? try SocketFile(asked) : nil
        let keys = asked.transport == .tcp ? core.configuration.curve : nil
        let socket = try ZeroMQSocket(context, ZMQ_ROUTER)
        var closing: ClosingPort?
        do {
            try socket.setBounds(limits, over: asked.transport)
            // With this option libzmq refuses a reply to a lost caller, so that it is counted and not silently dropped.
            try socket.set(ZMQ_ROUTER_MANDATORY, 1)
            if asked.address.contains("[") { try socket.set(ZMQ_IPV6, 1) }
            try keys?.secure(socket, listeningAs: service)
            closing = asked.transport == .inproc ? nil : try ClosingPort(of: socket, in: context)
            guard zmq_bind(socket.raw, asked.text) == 0 else { throw Binding.refusal(asked) }
            try file?.restrict()
            endpoint = asked.transport == .tcp ? try Binding.read(socket.lastEndpoint) : asked
        } catch let error as BusSetupError {
            closing?.socket.close()
            socket.close()
            throw error
        } catch { throw .system(what: "binding", reason: "\(error)") }
        (self.socket, self.file, self.closing) = (socket, file, closing)
        isSecured = keys != nil
    }

    private static func refusal(_ endpoint: Endpoint) -> BusSetupError {
        zmq_errno() == EADDRINUSE ? .addressTaken(endpoint) : .cannotBind(endpoint, reason: zeroMQReason())
    }

    private static func read(_ text: String) throws(BusSetupError) -> Endpoint {
        do { return try Endpoint(text) } catch { throw .system(what: "zmq_bind", reason: error.description) }
    }

    /// Restores a removed socket file. Existing connections stay. Returns whether the file was removed. Only the
    /// reactor's thread may call it.
    func restore() -> Bool {
        guard let held = file else { return false }
        // Without its lock file, another process could take the path, so the lock is taken again. If a process has
        // taken the path, that process keeps it.
        if !held.isLocked {
            guard let again = try? SocketFile(endpoint) else { return false }
            file = again
        }
        guard !held.isThere, zmq_bind(socket.raw, endpoint.text) == 0 else { return false }
        listeners += 1
        try? file?.restrict()
        return true
    }

    /// Calls `then` when another server may bind. libzmq removes the socket's path with a delay, so a server that binds
    /// earlier would lose its path. Only the reactor's thread may call it.
    func release(on reactor: Reactor, _ then: @escaping () -> Void) {
        zmq_unbind(socket.raw, endpoint.text)
        guard let closing else { return then() }
        self.closing = nil
        closing.wait(for: listeners, on: reactor) { [self] in
            release()
            then()
        }
    }

    func release() { file = nil }

    func end() {
        closing?.socket.close()
        closing = nil
    }
}

final class ClosingPort: Port {
    private var message = ReceivedMessage()
    private var latch: CountdownLatch?

    init(of watched: ZeroMQSocket, in context: UnsafeMutableRawPointer) throws(BusSetupError) {
        super.init(try ZeroMQSocket(monitoring: watched, for: ZMQ_EVENT_CLOSED, in: context))
    }

    func wait(for listeners: Int, on reactor: Reactor, _ then: @escaping () -> Void) {
        reactor.attach(self)
        // Closing takes less than a millisecond, or as long as an overloaded machine gives libzmq no time.
        let deadline = MonotonicTime.now.adding(.seconds(10))
        latch = CountdownLatch(count: listeners, deadline: deadline, on: reactor) { [unowned reactor] in
            if reactor.detach(self) { self.socket.close() }
            then()
        }
    }

    override func receiveNext() -> Bool {
        guard let latch, message.receive(from: socket) else { return false }
        _ = message.skipParts(of: socket)
        latch.countDown()
        return !latch.isOpen
    }
}

/// Opens once: when the count is zero, or at its deadline. `@unchecked Sendable`: only the reactor's thread uses it.
final class CountdownLatch: @unchecked Sendable {
    private var missing: Int
    private var open: (() -> Void)?

    init(count: Int, deadline: MonotonicTime, on reactor: Reactor, _ open: @escaping () -> Void) {
        missing = count
        self.open = open
        if count > 0 { reactor.perform(at: deadline) { self.finish() } } else { finish() }
    }

    var isOpen: Bool { open == nil }

    func countDown() {
        missing -= 1
        if missing == 0 { finish() }
    }

    private func finish() {
        let open = open
        self.open = nil
        open?()
    }
}
