public import Models

/// A service's end of the bus. Releasing this object does not close it; only `close` and the end of the bus do.
public final class BusServer: Sendable {
    public let service: ServiceName
    /// The endpoint, with the port that the system chose.
    public let endpoint: Endpoint
    private let bus: MessageBus
    // Only the reactor's thread uses the port.
    private let port: ServerPort

    init(_ bus: MessageBus, _ port: ServerPort) {
        (self.bus, self.port) = (bus, port)
        service = port.service
        endpoint = port.binding.endpoint
    }

    /// Starts to serve. The bus must not end during the call.
    func start() {
        let core = bus.core
        let (port, endpoint) = (port, endpoint)
        core.reactor.submit(
            .perform {
                core.add(port)
                port.watchFile()
                if endpoint.transport == .inproc { core.names.bind(endpoint.address) }
                port.openDirectly()
            })
    }

    /// Lets requests finish within `drain`, answers the rest `unavailable`, and returns when another server may bind.
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
