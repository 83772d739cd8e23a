// A service as it listens on the bus.

public import Models

/// A service that listens. Dropping it does not close it; `close` and the bus's end do.
public final class BusServer: Sendable {
    /// The service that it serves.
    public let service: ServiceName
    /// Where it listens, with the port that the system picked.
    public let endpoint: Endpoint
    private let bus: MessageBus
    // Handed to the reactor's thread, which alone uses it.
    private let port: ServerPort

    init(_ bus: MessageBus, _ port: ServerPort) {
        self.bus = bus
        self.port = port
        service = port.service
        endpoint = port.binding.endpoint
    }

    /// Begins to serve. To be called while the bus cannot end.
    func start() {
        let core = bus.core
        let (port, endpoint) = (port, endpoint)
        core.reactor.submit(
            .perform {
                core.add(port)
                port.watchFile()
                if endpoint.transport == .inproc { core.names.bind(endpoint.address) }
            })
    }

    /// Ends the service: takes no more requests, gives those it handles `drain` to finish, answers the rest
    /// `unavailable`, and gives the address back. Returns when another may bind it.
    public func close(drain: Duration = .zero) async {
        let core = bus.core
        let (port, endpoint) = (port, endpoint)
        await withCheckedContinuation { continuation in
            let isTaken = core.reactor.submit(
                .perform {
                    let close = {
                        core.remove(port)
                        guard core.reactor.detach(port) else { return continuation.resume() }
                        port.abandon()
                        if endpoint.transport == .inproc { core.names.release(endpoint.address) }
                        port.close { continuation.resume() }
                    }
                    let latch = CountdownLatch(count: 1, deadline: .now.adding(drain), on: core.reactor, close)
                    port.drain { latch.countDown() }
                })
            if !isTaken { continuation.resume() }
        }
    }
}
