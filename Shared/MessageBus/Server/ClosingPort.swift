import CZeroMQ

final class ClosingPort: Port {
    private var message = ReceivedMessage()
    private var then: (() -> Void)?
    private var awaited = 1

    init(of watched: ZeroMQSocket, in context: UnsafeMutableRawPointer) throws(BusSetupError) {
        super.init(try ZeroMQSocket(monitoring: watched, for: ZMQ_EVENT_CLOSED, in: context))
    }

    func wait(for listeners: Int, on reactor: Reactor, _ then: @escaping () -> Void) {
        awaited = listeners
        self.then = { [unowned reactor] in
            if reactor.detach(self) { self.socket.close() }
            then()
        }
        reactor.attach(self)
        // Closing takes less than a millisecond; a second is for an overloaded machine.
        reactor.perform(at: .now.adding(.seconds(1))) { self.finish() }
    }

    override func receiveNext() -> Bool {
        guard message.receive(from: socket) else { return false }
        _ = message.skipParts(of: socket)
        awaited -= 1
        guard awaited == 0 else { return true }
        finish()
        return false
    }

    override func end() {
        socket.close()
        finish()
    }

    private func finish() {
        let then = then
        self.then = nil
        then?()
    }
}

/// Opens once: when it has been counted down to zero, or at its deadline. `@unchecked Sendable`: only the reactor's thread uses
/// it.
final class CountdownLatch: @unchecked Sendable {
    private var missing: Int
    private var open: (() -> Void)?

    init(count: Int, deadline: MonotonicTime, on reactor: Reactor, _ open: @escaping () -> Void) {
        missing = count
        self.open = open
        if count > 0 { reactor.perform(at: deadline) { self.finish() } } else { finish() }
    }

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
