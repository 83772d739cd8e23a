import CZeroMQ
public import Models
import Synchronization
public import Tracing

/// The bus of a process. One thread, the reactor, owns all its sockets. Services in the same process share the bus.
public final class MessageBus: Sendable {
    let core: BusCore

    /// Starts the reactor's thread and, if there are keys, the authenticator of tcp connections.
    public init(_ configuration: BusConfiguration) throws(BusSetupError) {
        let watch = configuration.watchedHold.map { StallDetector(limit: $0, report: configuration.report) }
        let turns = TurnRecord(maximumTurn: configuration.limits.maximumTurn)
        let reactor = try Reactor(name: configuration.name.description, watch: watch, turns: turns)
        core = BusCore(reactor, configuration)
        guard let curve = configuration.curve else { return }
        do {
            let authenticator = try ZAPAuthenticator(curve, reactor.context, report: configuration.report)
            reactor.submit(.perform { reactor.attach(authenticator) })
        } catch {
            reactor.stop {}
            throw error
        }
    }

    deinit { core.reactor.stop {} }

    /// The executor that runs tasks on the reactor's thread, so that sends and handlers change no thread. Its tasks
    /// must not compute for long.
    public var executor: any TaskExecutor { core.reactor }

    public var tracer: (any Tracer)? { core.configuration.tracer }

    /// Creates a client, which connects to an endpoint at the first request. `limits` replace the configured limits.
    public func client(
        as caller: ServiceName, endpoints: [ServiceName: Endpoint], limits: BusLimits? = nil
    ) -> BusClient {
        client(as: caller, replicas: endpoints.mapValues { [$0] }, limits: limits)
    }

    /// Creates a client of services with several replicas; a request's `routingKey` selects a replica. All processes
    /// must spell the addresses in the same way, in any order, so that they select the same replica. A service without
    /// an address is `unavailable`.
    public func client(
        as caller: ServiceName, replicas: [ServiceName: [Endpoint]], limits: BusLimits? = nil
    ) -> BusClient {
        let limits = limits ?? core.configuration.limits
        var routes: [ServiceName: Route] = [:]
        for (service, endpoints) in replicas {
            if endpoints.count > 1 {
                routes[service] = ReplicaSet(to: service, at: endpoints, as: caller, limits: limits, on: core)
            } else if let endpoint = endpoints.first {
                routes[service] = Connection(to: service, at: endpoint, as: caller, limits: limits, on: core)
            }
        }
        return BusClient(self, as: caller, routes: routes, limits: limits)
    }

    /// Binds an endpoint and serves there. Throws if the address is taken, if the path or its folder is unsuitable, if
    /// the secret key for a tcp endpoint is missing, or if the bus is shut down.
    /// - Parameter isReady: Whether the service can work. While it cannot, it returns requests that another replica
    ///   could answer. Called on the bus's thread.
    public func serve(
        _ service: ServiceName, at endpoint: Endpoint, permissions: Permissions, handlers: HandlerTable,
        limits: BusLimits? = nil, isReady: @escaping @Sendable () -> Bool = { true }
    ) throws(BusSetupError) -> BusServer {
        let limits = limits ?? core.configuration.limits
        return try core.reactor.whileOpen { () throws(BusSetupError) in
            let binding = try Binding(of: service, at: endpoint, limits: limits, on: core)
            let port = ServerPort(
                service, binding, core, handlers: handlers, permissions: permissions, limits: limits,
                isReady: isReady)
            let server = BusServer(self, port)
            server.start()
            return server
        }
    }

    /// Accepts no further requests, lets those in flight finish within `drain`, fails the rest, closes the sockets and
    /// ends the thread. The servers end first, because their handlers may still send; then the clients end.
    public func shutDown(drain: Duration) async { await core.shutDown(drain: drain) }
}
