import Models
import Synchronization
import Tracing

/// The executor of the tasks of a caller whose thread may run handlers (`HandlerTable.direct`).
public enum CallerExecutor {
    /// The executor of the current task; nil if direct handlers run on the bus's thread.
    @TaskLocal public static var current: (any TaskExecutor)?
}

/// The handler of a message, for callers in the same process.
final class DirectHandler<R: Request>: Sendable {
    let handle: RequestHandling<R>

    init(_ handle: @escaping RequestHandling<R>) { self.handle = handle }
}

/// The way to the direct handlers of a service in the same process: messages pass as values, past the sockets and the
/// reactor's queue. Requests have the same permissions, deadlines and limit of number as on the bus.
final class DirectPort: Sendable {
    private struct State {
        /// The service; nil while none takes requests here.
        var server: ServerPort?
        /// The requests whose handlers run, with their deadlines.
        var running: [UInt64: (exchange: DirectExchange, deadline: MonotonicTime)] = [:]
        var lastNumber: UInt64 = 0
        /// When the reactor looks at the deadlines; never if it does not.
        var nextLook = MonotonicTime.never
        var onIdle: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    // MARK: The service

    /// Takes requests for the service from now on.
    func open(to server: ServerPort) {
        state.withLock { state in
            state.server = server
            state.onIdle = nil
        }
    }

    var isIdle: Bool { state.withLock { $0.running.isEmpty } }

    /// Takes no further requests. Calls `then` when the last handler ends, unless none runs.
    func close(_ then: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.server = nil
            state.onIdle = state.running.isEmpty ? nil : then
        }
    }

    /// Cancels all handlers, and ends their requests.
    func abandon(_ error: BusError) {
        let running = state.withLock { state in
            state.server = nil
            state.onIdle = nil
            defer { state.running = [:] }
            return state.running
        }
        for (exchange, _) in running.values { exchange.end(error) }
    }

    // MARK: Requests

    /// Returns the service and its direct handler; nil if the request has to use the bus.
    func handler<R: Request>(of _: R.Type) -> (ServerPort, DirectHandler<R>)? {
        guard let server = state.withLock({ $0.server }), let handler = server.handlers.directHandler(of: R.self)
        else { return nil }
        return (server, handler)
    }

    /// Runs a handler on the caller's thread until it first waits, and then on the caller's executor. A cancelled caller
    /// waits for the cancelled handler, because the executor may end with its callers.
    nonisolated(nonsending) func send<R: Request>(
        _ request: R, to handler: DirectHandler<R>, of server: ServerPort, from caller: ServiceName,
        _ context: MessageContext, until deadline: MonotonicTime
    ) async throws(BusError) -> R.Reply {
        try server.checkMaySend(caller, R.code)
        if Task.isCancelled { throw .cancelled }
        let now = MonotonicTime.now
        guard deadline > now else { throw .timedOut }
        var context = context
        context.timeout = .nanoseconds(Int64(now.nanoseconds(until: deadline)))
        if caller != .authSession { context.act = nil }
        let exchange = TypedExchange<R.Reply>()
        let number = try begin(exchange, at: server, until: deadline)
        let span = server.startSpan(R.self, context)
        let work = DirectWork(
            request: request, context: span?.context ?? context, handler: handler, server: server, span: span,
            validity: ArrivedRequest(arrival: now, end: deadline, port: server, act: context.act), exchange: exchange,
            number: number, port: self)
        let executor = CallerExecutor.current ?? server.reactor
        let answer: Result<R.Reply, BusError> = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                // The service may have ended meanwhile.
                guard exchange.begin(continuation) else { return work.leave() }
                exchange.record(work.start(on: executor))
            }
        } onCancel: {
            exchange.cancel()
        }
        return try answer.get()
    }

    private func begin(
        _ exchange: DirectExchange, at server: ServerPort, until deadline: MonotonicTime
    ) throws(BusError) -> UInt64 {
        let (number, mustLook) = try state.withLock { state throws(BusError) in
            guard state.server === server else { throw .unavailable(server.service) }
            guard state.running.count < server.limits.requestsAtOnce else { throw .overloaded }
            state.lastNumber += 1
            state.running[state.lastNumber] = (exchange, deadline)
            let mustLook = deadline < state.nextLook
            if mustLook { state.nextLook = deadline }
            return (state.lastNumber, mustLook)
        }
        // Nearly all requests have the same time, so the reactor looks once for all that come within it.
        if mustLook { look(at: deadline, on: server.reactor) }
        return number
    }

    fileprivate func end(_ number: UInt64) {
        let onIdle = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.running.removeValue(forKey: number) != nil, state.running.isEmpty else { return nil }
            defer { state.onIdle = nil }
            return state.onIdle
        }
        onIdle?()
    }

    private func look(at time: MonotonicTime, on reactor: Reactor) {
        reactor.submit(
            .perform { [weak self, weak reactor] in
                reactor?.perform(at: time) {
                    if let self, let reactor { self.endExpired(at: time, reactor) }
                }
            })
    }

    /// Ends the requests past their deadline. They count as running until their handlers end.
    private func endExpired(at time: MonotonicTime, _ reactor: Reactor) {
        let now = MonotonicTime.now
        let (expired, next) = state.withLock { state -> ([DirectExchange], MonotonicTime) in
            // Another look was set for an earlier deadline, and leads to all later looks.
            guard state.nextLook == time else { return ([], .never) }
            let expired = state.running.values.filter { $0.deadline <= now }.map(\.exchange)
            let next = state.running.values.map(\.deadline).filter { $0 > now }.min() ?? .never
            state.nextLook = next
            return (expired, next)
        }
        for exchange in expired { exchange.end(.timedOut) }
        if next != .never { look(at: next, on: reactor) }
    }
}

/// A request to a direct handler, with the task of the handler. The first answer counts.
class DirectExchange: @unchecked Sendable {
    /// Cancels the handler, and answers with an error.
    func end(_ error: BusError) {}
}

/// `@unchecked Sendable`: its state has a lock.
private final class TypedExchange<Reply: Sendable>: DirectExchange, @unchecked Sendable {
    private struct State {
        var continuation: UnsafeContinuation<Result<Reply, BusError>, Never>?
        var handler: Task<Void, Never>?
        var isCancelled = false
        var error: BusError?
    }

    private let state = Mutex(State())

    /// Waits for the answer. Returns false if the request has ended before its handler begins.
    func begin(_ continuation: UnsafeContinuation<Result<Reply, BusError>, Never>) -> Bool {
        let error = state.withLock { state in
            if state.error == nil { state.continuation = continuation }
            return state.error
        }
        if let error { continuation.resume(returning: .failure(error)) }
        return error == nil
    }

    func record(_ handler: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if state.continuation != nil { state.handler = handler }
            return state.isCancelled
        }
        if isCancelled { handler.cancel() }
    }

    func cancel() {
        let handler = state.withLock { state in
            state.isCancelled = true
            return state.handler
        }
        handler?.cancel()
    }

    func answer(_ answer: Result<Reply, BusError>) {
        let continuation = state.withLock { state in
            defer { (state.continuation, state.handler) = (nil, nil) }
            return state.continuation
        }
        continuation?.resume(returning: answer)
    }

    override func end(_ error: BusError) {
        state.withLock { $0.error = error }
        cancel()
        answer(.failure(error))
    }
}

private struct DirectWork<R: Request>: Sendable {
    let request: R
    let context: MessageContext
    let handler: DirectHandler<R>
    let server: ServerPort
    let span: RequestSpan?
    let validity: ArrivedRequest
    let exchange: TypedExchange<R.Reply>
    let number: UInt64
    let port: DirectPort

    func start(on executor: any TaskExecutor) -> Task<Void, Never> {
        // Earlier systems can only queue the task.
        guard #available(macOS 26, *) else { return Task.detached(executorPreference: executor) { await run() } }
        return Task.immediateDetached(executorPreference: executor) { await run() }
    }

    func leave() {
        port.end(number)
        span?.end(with: .unavailable(server.service))
    }

    nonisolated(nonsending) private func run() async {
        let answer = await answer()
        port.end(number)
        exchange.answer(answer)
    }

    nonisolated(nonsending) private func answer() async -> Result<R.Reply, BusError> {
        do {
            let reply = try await CurrentRequest.$validity.withValue(validity) {
                try await handler.handle(request, context)
            }
            span?.end()
            return .success(reply)
        } catch {
            return .failure(server.busError(of: error, R.code, context, span))
        }
    }
}
