// One client's way to one service: a DEALER socket, what is in flight on it, and whether anybody is there.

import CZeroMQ
import Models
import Synchronization

/// One client's way to one service.
///
/// Opened by the first request. `@unchecked Sendable`: but for `correlations`, everything is touched by the reactor's
/// thread only.
final class Connection: @unchecked Sendable {
    /// Whether somebody is there, as far as is known.
    private enum State {
        /// Not opened, or the name within the process is not bound.
        case closed
        /// Opened, and nothing known yet: requests wait for a moment.
        case connecting
        case connected
        /// Refused or lost; libzmq tries again on its own. Requests fail at once.
        case away
    }

    let service: ServiceName
    let endpoint: Endpoint
    let limits: BusLimits
    let correlations = Atomic<UInt64>(1)
    private let caller: ServiceName
    private let reactor: Reactor
    private let names: BoundNames
    private let keys: CurveConfiguration?
    private let report: @Sendable (BusEvent) -> Void
    private let malformed: RateLimitedReport

    private var state = State.closed
    private var port: ConnectionPort?
    private var monitor: MonitorPort?
    private var generation: UInt64 = 0
    private var pending = CorrelationTable<OutgoingRequest>()
    private var responsiveness: Responsiveness
    private var isEnded = false
    private var onIdle: [() -> Void] = []
    private unowned let core: BusCore

    init(to service: ServiceName, at endpoint: Endpoint, as caller: ServiceName, limits: BusLimits, on core: BusCore) {
        self.service = service
        self.endpoint = endpoint
        self.caller = caller
        self.limits = limits
        self.core = core
        responsiveness = Responsiveness(timeout: limits.answerTimeout)
        reactor = core.reactor
        names = core.names
        keys = endpoint.transport == .tcp ? core.configuration.curve : nil
        report = core.configuration.report
        malformed = core.malformed
    }

    // MARK: Requests

    func send(_ request: OutgoingRequest) {
        guard !isEnded else { return request.answer(.failure(.closed)) }
        let now = MonotonicTime.now
        guard request.deadline > now else { return request.answer(.failure(.timedOut)) }
        do { try open() } catch {
            report(.disconnected(service, reason: "\(error)"))
            return request.answer(.failure(.unavailable(service)))
        }
        switch state {
        // libzmq tells of a loss before it closes the way to the peer that was lost: a send would still be taken, and
        // lost without another word. Only `peerArrived` opens the way again.
        case .closed, .away: request.answer(.failure(.unavailable(service)))
        case .connecting:
            request.waitsForConnection = now.adding(limits.connectionTimeout)
            keep(request)
        case .connected where responsiveness.isHung: request.answer(.failure(.unavailable(service)))
        case .connected:
            if transmit(request, now) { keep(request) } else { request.answer(.failure(refusal)) }
        }
    }

    /// Why a send was not taken: the queue is full, or nobody is there, even if the news of that is still on its way.
    private var refusal: BusError { pending.count >= limits.queuedMessages ? .overloaded : .unavailable(service) }

    /// Ends a request whose sender no longer waits.
    func cancel(_ correlation: UInt64) {
        guard let request = pending.remove(correlation) else { return }
        sendCancel(of: request)
        request.answer(.failure(.cancelled))
        recordEnds()
    }

    private func keep(_ request: OutgoingRequest) {
        port?.expect(request.nextDeadline)
        pending.insert(request.correlation, request)
    }

    /// Hands a request to libzmq; false when it does not take it.
    private func transmit(_ request: OutgoingRequest, _ now: MonotonicTime) -> Bool {
        guard let port else { return false }
        let remaining = (now.nanoseconds(until: request.deadline) + 999_999) / 1_000_000
        FrameHeader.stamp(
            &request.frame, correlation: request.correlation, remaining: UInt32(clamping: remaining))
        port.isTouched = true
        guard port.socket.send(request.frame) || (port.socket.canSend && port.socket.send(request.frame)) else {
            return false
        }
        if !request.isIdempotent || request.isSecondTry { request.frame = [] }
        request.waitsForConnection = nil
        request.isSent = true
        if !request.waitsForChanges { expectAnswer(now) }
        return true
    }

    private func expectAnswer(_ now: MonotonicTime) {
        // Within the process both ends are on one thread: a service that does not answer there has no caller that
        // waits.
        guard endpoint.transport != .inproc else { return }
        responsiveness.recordSent(at: now)
        port?.expect(responsiveness.nextLook)
    }

    private func sendCancel(of request: OutgoingRequest) {
        guard request.waitsForConnection == nil, let port else { return }
        var header = FrameHeader(.cancel, request.code, request.correlation)
        header.caller = caller.rawValue
        port.isTouched = true
        // One that cannot be sent is not missed: the service counts the time itself.
        _ = port.socket.send(header.frame())
    }

    // MARK: Answers

    func receive(_ bytes: UnsafeRawBufferPointer, hasMoreParts: Bool) {
        guard !hasMoreParts, let header = FrameHeader(bytes) else {
            return malformed.record("an answer of \(service) is not readable")
        }
        if responsiveness.recordReceived() { report(.answersAgain(service)) }
        if header.kind == .pong { return }
        // Nobody waits: it came after its deadline or its cancellation.
        guard let request = pending.remove(header.correlation) else { return }
        defer { recordEnds() }
        switch header.kind {
        case .reply: request.answer(.success([UInt8](header.body(in: bytes))))
        case .error:
            let error = ErrorFrame.read(header.outcome, header.body(in: bytes), from: service)
            if case .unavailable(service) = error { lose(request) } else { request.answer(.failure(error)) }
        case .request, .cancel, .ping, .pong:
            malformed.record("\(service) sent a request as an answer")
            request.answer(.failure(.malformed("\(service) sent a request as an answer")))
        }
    }

    /// Ends requests whose time is up; returns the next moment at which something is due.
    func sweep(_ now: MonotonicTime) -> MonotonicTime {
        var next = MonotonicTime.never
        let due = pending.removeAll { request in
            if request.nextDeadline <= now { return true }
            next = min(next, request.nextDeadline)
            return false
        }
        for (_, request) in due {
            if request.deadline <= now {
                sendCancel(of: request)
                request.answer(.failure(.timedOut))
            } else {
                if state == .connecting { state = .away }
                request.answer(.failure(.unavailable(service)))
            }
        }
        watchAnswers(now)
        recordEnds()
        return state == .connected ? min(next, responsiveness.nextLook) : next
    }

    /// Finds out whether the service still answers.
    private func watchAnswers(_ now: MonotonicTime) {
        guard state == .connected else { return }
        switch responsiveness.look(at: now, isAwaited: { pending.contains { $0.isAwaited } }) {
        case .nothing: return
        case .ping: break
        case .hang: report(.doesNotAnswer(service))
        case .endRequests:
            // They may have been done, as at a deadline: it is said as of a service that went away with them in flight.
            for (_, request) in pending.removeAll(where: { $0.isAwaited }) {
                sendCancel(of: request)
                request.answer(.failure(.unavailable(service)))
            }
        }
        guard let port else { return }
        port.isTouched = true
        _ = port.socket.send(FrameHeader(.ping, MessageCode(rawValue: 0), 0).frame())
    }

    // MARK: The peer

    /// The connection stands: what waited for it is sent.
    func peerArrived() {
        guard let port, state != .connected else { return }
        state = .connected
        // What was hung was started again, or its connection was: either way it is there again.
        if responsiveness.isHung { report(.answersAgain(service)) }
        responsiveness = Responsiveness(timeout: limits.answerTimeout)
        // Makes the socket take notice of its new peer.
        _ = port.socket.canSend
        port.isTouched = true
        report(.connected(service))
        let now = MonotonicTime.now
        for (_, request) in pending.removeAll(where: { $0.waitsForConnection != nil }) {
            if transmit(request, now) { keep(request) } else { request.answer(.failure(refusal)) }
        }
    }

    /// The peer has gone, or could not be reached. What it had in flight is lost: an idempotent request waits a moment
    /// to be sent again, everything else fails.
    func peerLost(_ reason: String) {
        // What it answered before it went still counts.
        port?.receive(limit: .max)
        let wasAway = state == .away || state == .closed
        state = .away
        if !wasAway { report(.disconnected(service, reason: reason)) }
        for (_, request) in pending.removeAll(where: { !$0.isSecondTry || $0.waitsForConnection == nil }) {
            lose(request)
        }
        recordEnds()
    }

    /// A request went down with its service, or the service has sent it back since it is about to go.
    private func lose(_ request: OutgoingRequest) {
        // It waits for its second try already: the service has closed, and its word on the first try comes behind the
        // news.
        if request.isSecondTry, request.waitsForConnection != nil { return keep(request) }
        guard request.isIdempotent, !request.isSecondTry, request.waitsForConnection == nil else {
            return request.answer(.failure(.unavailable(service)))
        }
        request.isSecondTry = true
        request.waitsForConnection = MonotonicTime.now.adding(limits.connectionTimeout)
        keep(request)
    }

    /// An attempt to connect failed. Says nothing about a connection that stands: it fails on its own.
    func attemptFailed(_ reason: String) {
        if state == .connecting { peerLost(reason) }
    }

    /// The name within the process was bound or released.
    func nameChanged() {
        guard state != .closed, names.generation(of: endpoint.address) != generation else { return }
        if state == .connected { peerLost("the service was closed") }
        if !pending.isEmpty, !isEnded { try? open() }
    }

    // MARK: Sockets

    /// Makes sure that there is a socket, and within the process one that is connected to whoever has the name now.
    private func open() throws(BusSetupError) {
        if endpoint.transport == .inproc {
            // libzmq would queue for a name that nobody has bound, and does not connect again by itself.
            guard let bound = names.generation(of: endpoint.address), bound != generation else { return }
            generation = bound
            shut()
        }
        guard port == nil else { return }
        let socket = try ZeroMQSocket(reactor.context, ZMQ_DEALER)
        do throws(BusSetupError) {
            try configure(socket)
            monitor = endpoint.transport == .inproc ? nil : try MonitorPort(of: socket, in: reactor.context)
            guard zmq_connect(socket.raw, endpoint.text) == 0 else {
                throw BusSetupError.system(what: "connecting to \(endpoint.text)", reason: zeroMQReason())
            }
        } catch {
            monitor?.socket.close()
            monitor = nil
            socket.close()
            throw error
        }
        attach(ConnectionPort(socket, self))
    }

    private func attach(_ port: ConnectionPort) {
        self.port = port
        core.add(self)
        reactor.attach(port)
        state = .connecting
        if let monitor {
            monitor.connection = self
            reactor.attach(monitor)
        } else {
            names.notify(self)
            peerArrived()
        }
    }

    private func configure(_ socket: ZeroMQSocket) throws(BusSetupError) {
        try socket.setBounds(limits, over: endpoint.transport)
        // Without a peer a send fails, instead of queueing for one that may never come.
        try socket.set(ZMQ_IMMEDIATE, 1)
        try socket.set(ZMQ_RECONNECT_IVL, 10)
        try socket.set(ZMQ_RECONNECT_IVL_MAX, 100)
        if endpoint.address.contains("[") { try socket.set(ZMQ_IPV6, 1) }
        guard let keys else { return }
        try keys.secure(socket, callingAs: caller, to: service)
    }

    private func shut() {
        if let monitor, reactor.detach(monitor) { monitor.socket.close() }
        if let port, reactor.detach(port) { port.socket.close() }
        monitor = nil
        port = nil
    }

    /// Takes no more requests, and calls `then` when those in flight have ended.
    func drain(_ then: @escaping () -> Void) {
        isEnded = true
        if pending.isEmpty { then() } else { onIdle.append(then) }
    }

    private func recordEnds() {
        guard !onIdle.isEmpty, pending.isEmpty else { return }
        let calls = onIdle
        onIdle = []
        for call in calls { call() }
    }

    /// Nobody uses it any more: closes its sockets.
    func close() {
        end(.closed)
        shut()
    }

    /// Fails what is in flight and takes nothing more.
    func end(_ error: BusError) {
        isEnded = true
        for (_, request) in pending.removeAll(where: { _ in true }) { request.answer(.failure(error)) }
        recordEnds()
    }
}
