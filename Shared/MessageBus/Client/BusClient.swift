import CBOR
public import Models
import Synchronization
import Tracing

/// Sends requests to a service. Every request ends: with its reply, with a typed error, or with `timedOut` after
/// `context.timeout`. Cancelling the sending task ends the request here and at the service.
public final class BusClient: Sendable {
    public let caller: ServiceName
    private let bus: MessageBus
    private let routes: [ServiceName: Route]
    private let limits: BusLimits
    private let tracer: (any Tracer)?
    private let inFlight: Quota
    private let waiting: Quota
    private let bytes: Quota

    init(_ bus: MessageBus, as caller: ServiceName, routes: [ServiceName: Route], limits: BusLimits) {
        (self.bus, self.caller, self.routes, self.limits) = (bus, caller, routes, limits)
        tracer = bus.tracer
        inFlight = Quota(limits.requestsInFlight)
        waiting = Quota(limits.waitingForChanges)
        bytes = Quota(limits.queuedBytes)
    }

    deinit {
        let routes = Array(routes.values)
        bus.core.reactor.submit(.perform { for route in routes { route.close() } })
    }

    /// Sends a request on the caller's executor, so that a task on the bus's executor does not change threads.
    nonisolated(nonsending) public func send<R: ServiceRequest>(
        _ request: R, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        try await send(request, to: R.service, at: nil, context)
    }

    /// Sends a request that several services can answer.
    /// - Parameter endpoint: The only allowed address, whatever the routing key; nil for any address of the service.
    nonisolated(nonsending) public func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint? = nil, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        guard let route = route(to: service, at: endpoint) else { throw .unavailable(service) }
        let span = startSpan(R.self, to: service, context)
        let own = CurrentRequest.validity.map { MonotonicTime(nanoseconds: $0.deadline) }
        let deadline = min(MonotonicTime.now.adding(context.timeout), own ?? .never)
        do throws(BusError) {
            let places = R.waitsForChanges ? waiting : inFlight
            guard places.acquire(1) else { throw .overloaded }
            defer { places.release(1) }
            let reply =
                if let direct = route.direct, let (server, handler) = direct.handler(of: R.self) {
                    try await direct.send(
                        request, to: handler, of: server, from: caller, span?.context ?? context, until: deadline)
                } else {
                    try await send(request, span?.context ?? context, by: route, until: deadline)
                }
            span?.end()
            return reply
        } catch {
            span?.end(with: error)
            throw error
        }
    }

    /// Sends a request as a message over the bus.
    nonisolated(nonsending) private func send<R: Request>(
        _ request: R, _ context: MessageContext, by route: Route, until deadline: MonotonicTime
    ) async throws(BusError) -> R.Reply {
        let frame = try frame(of: request, context)
        let size = frame.count
        guard bytes.acquire(size) else { throw .overloaded }
        defer { bytes.release(size) }
        let answer = await exchange(
            frame, R.self, waitsForChanges: !request.isAnsweredAtOnce, deadline, by: route,
            route.hasReplicas ? ReplicaChoice(request.routingKey) : nil)
        return try read(answer, to: R.self, of: route.service)
    }

    private func startSpan<R: Request>(_: R.Type, to service: ServiceName, _ context: MessageContext) -> RequestSpan? {
        guard let tracer, context.traceParent != nil else { return nil }
        let span = RequestSpan(tracer, "\(R.self)", .client, of: caller, below: context)
        span?.note(.peer, service.description)
        return span
    }

    private func read<R: Request>(_ answer: Answer, to _: R.Type, of service: ServiceName) throws(BusError) -> R.Reply {
        let reply = try answer.get()
        do { return try reply.withUnsafeBytes { try MessageBody.readReply(of: R.self, $0) } } catch {
            throw .malformed("the reply of \(service) to \(R.code) is not readable: \(error)")
        }
    }

    private func route(to service: ServiceName, at endpoint: Endpoint?) -> Route? {
        guard let route = routes[service], let endpoint else { return routes[service] }
        let connection = (route as? ReplicaSet)?.replica(at: endpoint) ?? (route as? Connection)
        return connection?.endpoint == endpoint ? connection : nil
    }

    private func frame<R: Request>(of request: R, _ context: MessageContext) throws(BusError) -> [UInt8] {
        var header = FrameHeader(.request, R.code, 0)
        header.caller = caller.rawValue
        do {
            return try header.frame(envelope: Envelope(context), limit: limits.messageBytes) {
                writer throws(CBORError) in
                try MessageBody.write(request, to: &writer)
            }
        } catch .tooLarge(let bytes) {
            throw .tooLarge(bytes: bytes)
        } catch {
            throw .malformed("the request \(R.code) cannot be written: \(error)")
        }
    }

    nonisolated(nonsending) private func exchange<R: Request>(
        _ frame: [UInt8], _: R.Type, waitsForChanges: Bool, _ deadline: MonotonicTime, by route: Route,
        _ choice: ReplicaChoice?
    ) async -> Answer {
        let correlation = route.numbers.correlations.wrappingAdd(1, ordering: .relaxed).oldValue
        let reactor = bus.core.reactor
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let request = OutgoingRequest(
                    correlation: correlation, code: R.code, isIdempotent: R.isIdempotent,
                    waitsForChanges: waitsForChanges, deadline: deadline, frame: frame, choice: choice,
                    continuation: continuation)
                guard reactor.submit(.send(route, request)) else {
                    return continuation.resume(returning: .failure(.closed))
                }
                // A cancellation before the request was queued had no effect, so it is repeated here.
                if Task.isCancelled { reactor.submit(.cancel(route, correlation)) }
            }
        } onCancel: {
            reactor.submit(.cancel(route, correlation))
        }
    }
}
