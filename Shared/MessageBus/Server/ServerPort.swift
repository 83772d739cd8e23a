import CZeroMQ
import Models
import Synchronization
import Tracing

/// A service's socket with its running requests. `@unchecked Sendable`: handlers' tasks use it only for `deliver`, and
/// `isAbandoned` is atomic; only the reactor's thread uses the rest.
final class ServerPort: Port, @unchecked Sendable {
    let service: ServiceName
    let reactor: Reactor
    let limits: BusLimits
    let binding: Binding
    let handlers: HandlerTable
    private let permissions: Permissions
    private let isReady: @Sendable () -> Bool
    private let report: @Sendable (BusEvent) -> Void
    private let tracer: (any Tracer)?
    /// The way of callers in the same process to direct handlers; nil for callers in other processes.
    private let direct: DirectPort?
    private let malformed: RateLimitedReport
    private let dropped: RateLimitedReport
    private var peerPart = ReceivedMessage()
    private var message = ReceivedMessage()
    private var running: RunningRequests
    private var isTaking = true
    private let hasAbandoned = Atomic(false)
    private var hasAnswered = false
    private var onIdle: [() -> Void] = []
    /// The answers that are sent together, so that libzmq's own thread wakes only once for all of them.
    private var outbox: [(peer: Peer, frame: [UInt8])] = []

    init(
        _ service: ServiceName, _ binding: Binding, _ core: BusCore, handlers: HandlerTable, permissions: Permissions,
        limits: BusLimits, isReady: @escaping @Sendable () -> Bool
    ) {
        (self.isReady, self.service, self.binding) = (isReady, service, binding)
        (self.handlers, self.permissions, self.limits) = (handlers, permissions, limits)
        reactor = core.reactor
        report = core.configuration.report
        tracer = core.configuration.tracer
        malformed = core.malformed
        dropped = core.dropped
        direct = binding.endpoint.transport == .inproc ? core.direct(at: binding.endpoint.address) : nil
        running = RunningRequests(limits)
        super.init(binding.socket)
    }

    /// Whether the callers of running requests were informed that the service ends. Any thread may ask.
    var isAbandoned: Bool { hasAbandoned.load(ordering: .acquiring) }

    override var hasRequests: Bool { running.hasWork }

    // MARK: Requests

    override func receiveNext() -> Bool {
        guard peerPart.receive(from: socket) else { return false }
        guard peerPart.isFollowed, message.receive(from: socket) else {
            malformed.record("a message to \(service) without a body")
            return true
        }
        let isFollowed = message.isFollowed
        receive(message.bytes, hasMoreParts: isFollowed)
        if isFollowed { _ = message.skipParts(of: socket) }
        return true
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, hasMoreParts: Bool) {
        guard let peer = Peer(peerPart.bytes) else { return malformed.record("a peer of \(service) with a long id") }
        guard let header = FrameHeader(bytes) else {
            return malformed.record("a message to \(service) without a header")
        }
        let exchange = Exchange(peer: peer, correlation: header.correlation, code: header.code)
        switch header.kind {
        case .request where hasMoreParts:
            malformed.record("a message to \(service) in several parts")
            answer(exchange, .malformed("it has several parts"))
        case .request:
            do throws(BusError) { try handle(exchange, header, bytes) } catch { answer(exchange, error) }
        case .cancel: running.cancel(exchange)
        case .ping: send(FrameHeader(.pong, header.code, header.correlation).frame(), to: peer)
        case .reply, .error, .pong: malformed.record("an answer to \(service) that asked nothing")
        }
    }

    private func handle(_ exchange: Exchange, _ header: FrameHeader, _ bytes: UnsafeRawBufferPointer) throws(BusError) {
        guard isTaking else { return sendBack(exchange, .leaving) }
        guard let handler = handlers[header.code] else { throw .unknownMessage }
        let caller = try checkedCaller(header)
        let now = MonotonicTime.now
        guard let sentAt = RequestAge.departure(of: header, at: now, limits) else {
            return sendBack(exchange, .outdated)
        }
        if header.flags.contains(.hasAlternative), !isReady() { return sendBack(exchange, .notReady) }
        // The deadline is counted from the time of sending, so that it is the same as the caller's deadline.
        let deadline = sentAt.adding(.milliseconds(Int64(header.remaining)))
        guard deadline > now else { throw .timedOut }
        var context = try readContext(header, .nanoseconds(Int64(now.nanoseconds(until: deadline))), bytes)
        // Only auth-session starts acts, so an act from any other sender is not recorded.
        if caller != .authSession { context.act = nil }
        let body = header.body(in: bytes)
        guard body.count <= limits.messageBytes else { throw .tooLarge(bytes: body.count) }
        let span = startSpan(handler.message, context)
        let asked = span?.context ?? context
        switch handler.answer {
        case .inline(let handle):
            send(answerInline(exchange, asked, span) { try handle(body, asked, $0) }, to: exchange.peer)
        case .task(let start):
            guard running.hasRoom(forBytes: body.count, waitsForChanges: handler.waitsForChanges) else {
                throw .overloaded
            }
            guard !running.contains(exchange) else { throw .malformed("its correlation is in use") }
            let request = ArrivedRequest(arrival: now, end: deadline, port: self, act: context.act)
            let arrival = RequestArrival(
                exchange: exchange, caller: caller, context: asked, request: request, span: span, port: self)
            do {
                let task = try start(body, arrival)
                running.insert(
                    exchange, task, deadline: deadline, bytes: body.count, waitsForChanges: handler.waitsForChanges)
                expect(deadline)
            } catch {
                malformed.record("a request \(header.code) to \(service) that is not readable")
                throw .malformed("\(header.code) is not readable")
            }
        }
    }

    /// Starts the span of a request that carries a trace. The edge decides which do. Nil for other requests.
    func startSpan(_ message: any Request.Type, _ context: MessageContext) -> RequestSpan? {
        guard let tracer, context.traceParent != nil else { return nil }
        return RequestSpan(tracer, "\(message)", .server, of: service, below: context)
    }

    /// Returns a request to its caller without starting it. The caller may send it again.
    private func sendBack(_ exchange: Exchange, _ reason: NotBegun) {
        send(ErrorFrame.frame(reason, exchange.code, exchange.correlation), to: exchange.peer)
    }

    private func checkedCaller(_ header: FrameHeader) throws(BusError) -> ServiceName {
        guard let caller = ServiceName(rawValue: header.caller) else {
            report(.notPermitted(service: service, caller: nil, code: header.code))
            throw .notPermitted
        }
        if binding.isSecured {
            let key = message.userID ?? ""
            guard key == caller.description else {
                report(.falseName(service: service, claimed: caller, key: key))
                throw .notPermitted
            }
        }
        try checkMaySend(caller, header.code)
        return caller
    }

    /// Throws if the caller may not send the message. Any thread may call it.
    func checkMaySend(_ caller: ServiceName, _ code: MessageCode) throws(BusError) {
        guard permissions.permits(caller, code) else {
            report(.notPermitted(service: service, caller: caller, code: code))
            throw .notPermitted
        }
    }

    private func readContext(
        _ header: FrameHeader, _ remaining: Duration, _ bytes: UnsafeRawBufferPointer
    ) throws(BusError) -> MessageContext {
        do {
            return try Envelope(header.envelope(in: bytes)).context(remaining: remaining)
        } catch {
            malformed.record("an envelope to \(service) that is not readable")
            throw .malformed("the envelope is not readable")
        }
    }

    private func answerInline(
        _ exchange: Exchange, _ context: MessageContext, _ span: RequestSpan?,
        _ handle: (ReplyWriter) throws -> [UInt8]
    ) -> [UInt8] {
        let writer = ReplyWriter(exchange: exchange, limit: limits.messageBytes)
        var frame: [UInt8] = []
        reactor.measure {
            recordCode(exchange.code)
            do {
                frame = try handle(writer)
                span?.end()
            } catch {
                frame = self.frame(of: error, for: exchange, context, span)
            }
        }
        return frame
    }

    /// Refuses a request that the caller may not send. Any thread may call it.
    func refuse(_ exchange: Exchange, from caller: ServiceName) {
        report(.notPermitted(service: service, caller: caller, code: exchange.code))
    }

    func recordCode(_ code: MessageCode) {
        guard let watch = reactor.watch, reactor.isCurrent else { return }
        watch.code = code
    }

    // MARK: Answers

    /// Creates the message of an answer, and reports defects.
    func frame(
        of error: any Error, for exchange: Exchange, _ context: MessageContext, _ span: RequestSpan?
    ) -> [UInt8] {
        let busError = busError(of: error, exchange.code, context, span)
        return ErrorFrame.frame(busError, exchange.code, exchange.correlation, from: service)
    }

    /// Turns the error of a handler into the caller's, and reports defects. Any thread may call it.
    func busError(
        of error: any Error, _ code: MessageCode, _ context: MessageContext, _ span: RequestSpan?
    ) -> BusError {
        let busError: BusError
        let error = handlers.answerError(error, context)
        switch error {
        case let error as ServiceError: busError = .refused(error)
        case BusError.failed(let reason):
            busError = .failed(reason)
            report(.handlerFailed(service: service, code: code, requestID: context.requestID, error: error))
        case let error as BusError: busError = error
        case is CancellationError: busError = .cancelled
        default:
            // The text of an unexpected error may contain anything, so only the error's type leaves the service.
            busError = .failed("\(type(of: error))")
            report(.handlerFailed(service: service, code: code, requestID: context.requestID, error: error))
        }
        span?.end(with: busError)
        return busError
    }

    /// Sends an answer. Any thread may call it.
    func deliver(_ frame: [UInt8], for exchange: Exchange) {
        if reactor.isCurrent {
            finish(exchange, frame)
        } else {
            reactor.submit(.perform { self.finish(exchange, frame) })
        }
    }

    func finish(_ exchange: Exchange, _ frame: [UInt8]) {
        guard let isAnswered = running.finish(exchange) else { return }
        if !isAnswered { send(frame, to: exchange.peer) }
        hasAnswered = true
        if isIdle { becomeIdle() }
    }

    private var isIdle: Bool { running.isIdle && direct?.isIdle ?? true }

    private func answer(_ exchange: Exchange, _ error: BusError) {
        send(ErrorFrame.frame(error, exchange.code, exchange.correlation, from: service), to: exchange.peer)
    }

    private func send(_ frame: [UInt8], to peer: Peer) { outbox.append((peer, frame)) }

    override func flush() {
        guard !outbox.isEmpty else { return }
        isTouched = true
        // The time is read before any answer is sent, so that no caller's estimate of this process's clock is too high.
        let now = MonotonicTime.now
        for index in outbox.indices {
            FrameHeader.stamp(&outbox[index].frame, clock: now)
            let (peer, frame) = outbox[index]
            // A refused answer means that the caller is gone, or does not read.
            if !peer.address(on: socket) || !socket.send(frame) { dropped.record("") }
        }
        outbox.removeAll(keepingCapacity: true)
    }

    /// Cancels the handlers whose callers have given up.
    override func sweep(_ now: MonotonicTime) {
        let (unanswered, next) = running.cancelExpired(now)
        nextDeadline = next
        for exchange in unanswered { answer(exchange, .timedOut) }
    }

    // MARK: The address

    /// Lets callers in the same process call direct handlers.
    func openDirectly() { direct?.open(to: self) }

    /// Checks once a second that the socket's file exists: a clean-up of the folder may remove it.
    func watchFile() {
        guard binding.endpoint.transport == .ipc else { return }
        reactor.perform(at: .now.adding(.seconds(1))) { [weak self] in
            guard let self, self.isTaking else { return }
            if self.binding.restore() { self.report(.listensAgain(self.service)) }
            self.watchFile()
        }
    }

    // MARK: The end

    /// Cancels requests that only wait for changes, and calls `then` when all other requests are answered.
    func drain(_ then: @escaping () -> Void) {
        isTaking = false
        running.cancelWaiting()
        onIdle.append(then)
        direct?.close { [self] in
            reactor.submit(.perform { if self.isIdle { self.becomeIdle() } })
        }
        if isIdle { becomeIdle() }
    }

    /// How long callers have to read their answers. When a connection closes, libzmq drops messages that a caller has
    /// not read; the caller could then think that a completed request was lost.
    private static let readingTime = Duration.milliseconds(30)

    private func becomeIdle() {
        guard !onIdle.isEmpty else { return }
        let calls = onIdle
        onIdle = []
        let wait = binding.endpoint.transport == .inproc || !hasAnswered ? Duration.zero : ServerPort.readingTime
        reactor.perform(at: .now.adding(wait)) {
            for call in calls { call() }
        }
    }

    func abandon() {
        isTaking = false
        hasAbandoned.store(true, ordering: .releasing)
        direct?.abandon(.unavailable(service))
        for exchange in running.abandonAll() { answer(exchange, .unavailable(service)) }
        becomeIdle()
    }

    override func end() {
        abandon()
        flush()
        leaveTime()
        binding.end()
        socket.close()
    }

    override func hasEnded() { binding.release() }

    /// Closes the socket. Calls `then` when another server may bind.
    func close(_ then: @escaping () -> Void) {
        flush()
        leaveTime()
        binding.release(on: reactor, then)
        socket.close()
    }

    /// Gives the last answers time to be sent. Call it before the connections are closed.
    private func leaveTime() { try? socket.set(ZMQ_LINGER, 100) }
}
