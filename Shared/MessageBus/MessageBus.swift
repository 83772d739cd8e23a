// The bus of a process: one context, one reactor, and what is made on it.

import CZeroMQ
public import Models
import Synchronization

/// The bus of a process: one reactor thread that owns all its sockets.
///
/// Services that share a process share its bus. Clients and servers keep it alive; `shutDown` ends it in order.
public final class MessageBus: Sendable {
    let core: BusCore

    /// Starts the reactor's thread and, when there are keys, the authenticator of tcp connections.
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

    /// A task that prefers this executor runs on the reactor's thread: what it sends and what it serves changes no
    /// threads. It must not compute long.
    public var executor: any TaskExecutor { core.reactor }

    /// A sender in the name of `caller`. It connects to a service on the first request to it, at the endpoint given.
    ///
    /// `limits` bound this client; without, the configuration's do.
    public func client(
        as caller: ServiceName, endpoints: [ServiceName: Endpoint], limits: BusLimits? = nil
    ) -> BusClient {
        client(as: caller, replicas: endpoints.mapValues { [$0] }, limits: limits)
    }

    /// A sender in the name of `caller` to services of which each may have several replicas, with an address each.
    ///
    /// Which replica gets a request follows from its `routingKey`. All processes have to write the addresses alike, in
    /// any order, to agree. A service without an address is `unavailable`. `limits` bound this client; without, the
    /// configuration's do.
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

    /// Binds an endpoint and serves there.
    ///
    /// Throws when the address is taken (ipc: by the lock file beside the socket), when the path or its folder will not
    /// do, when the secret key for a tcp endpoint is missing, or when the bus is shut down.
    ///
    /// - Parameter isReady: Whether the service can do its work. While it cannot, it leaves what callers could send to
    ///   another of its replicas to that one, and answers the rest as it can. Called on the bus's own thread.
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

    /// Ends the bus: takes no more requests, gives those in flight `drain` to finish, fails the rest, closes the
    /// sockets and ends the thread. Calling it again waits for the same end.
    ///
    /// First the servers finish what they handle, during which handlers may still send; then the clients do.
    public func shutDown(drain: Duration) async {
        await core.shutDown(drain: drain)
    }
}
