// One client's way to one address of a service: a DEALER socket, what is in flight on it, and whether anybody is there.

import CZeroMQ
import Models

/// One client's way to one address of a service: to its only one, or to one of its replicas.
///
/// Opened by the first request. `@unchecked Sendable`: it is touched by the reactor's thread only.
final class Connection: Route, @unchecked Sendable {
    /// Whether a replica may be given requests.
    enum Availability {
        /// Somebody is there and answers.
        case ready
        /// It is being connected to.
        case unknown
        /// Nobody is there, or whoever is does not answer, or is about to go.
        case away
    }

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

    let endpoint: Endpoint
    let limits: BusLimits
    /// The set that it belongs to; nil for the only address of a service.
    weak var replicas: ReplicaSet?
    private let isReplica: Bool
    private let seed: UInt64
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
    private var pending = PendingRequests()
    private var responsiveness: Responsiveness
    /// Until when a replica that has said that it is about to go gets nothing more, unless it comes back before.
    private var leavesUntil = MonotonicTime(nanoseconds: 0)
    /// When a replica counts as away to which no connection stands by then.
    private var connectsUntil = MonotonicTime.never
    private var isEnded = false
    private var onIdle: [() -> Void] = []
    private unowned let core: BusCore

    init(
        to service: ServiceName, at endpoint: Endpoint, as caller: ServiceName, limits: BusLimits,
        isReplica: Bool = false, on core: BusCore
    ) {
        self.isReplica = isReplica
        seed = isReplica ? Rendezvous.seed(of: endpoint) : 0
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
        super.init(to: service, hasReplicas: false)
    }

    // MARK: As one of several replicas

    /// How long a replica gets no requests after it has said that it takes none, as one does that is about to end.
    private static let leave = Duration.seconds(1)

    override var numbers: Route { replicas ?? self }
    func score(for key: RoutingKey) -> UInt64 { Rendezvous.score(of: key, for: seed) }

    var load: Int { pending.load }

    func availability(at now: MonotonicTime) -> Availability {
        switch state {
        case .connected: isEnded || responsiveness.isHung || now < leavesUntil ? .away : .ready
        case .connecting: isEnded ? .away : .unknown
        case .closed, .away: .away
        }
    }

    /// Begins to connect if that was not done yet.
    func prepare() {
        guard state == .closed, !isEnded else { return }
        do { try open() } catch { report(.disconnected(service, at: endpoint, reason: "\(error)")) }
    }

    /// The address does not bring a request to its answer: another replica gets it if one is there and may have it.
    private func refuse(_ request: OutgoingRequest) {
        if let replicas, replicas.resend(request, insteadOf: self) { return }
        request.answer(.failure(.unavailable(service)))
    }

    // MARK: Requests

    override func send(_ request: OutgoingRequest) {
        guard !isEnded else { return request.answer(.failure(.closed)) }
        let now = MonotonicTime.now
        guard request.deadline > now else { return request.answer(.failure(.timedOut)) }
        do { try open() } catch {
            report(.disconnected(service, at: endpoint, reason: "\(error)"))
            return refuse(request)
        }
        switch state {
        // libzmq tells of a loss before it closes the way to the peer that was lost: a send would still be taken, and
        // lost without another word. Only `peerArrived` opens the way again.
        case .closed, .away: refuse(request)
        case .connecting:
            request.waitsForConnection = now.adding(limits.connectionTimeout)
            keep(request)
        case .connected where responsiveness.isHung: refuse(request)
        case .connected: transmitOrRefuse(request, now)
        }
    }

    private func transmitOrRefuse(_ request: OutgoingRequest, _ now: MonotonicTime) {
        if transmit(request, now) { return keep(request) }
        // It was not taken since the queue is full, or nobody is there, even if the news of that is still on its way.
        if pending.count >= limits.queuedMessages { request.answer(.failure(.overloaded)) } else { refuse(request) }
    }

    override func cancel(_ correlation: UInt64) {
        guard let request = pending.remove(correlation) else { return }
        sendCancel(of: request)
        request.answer(.failure(.cancelled))
        recordEnds()
    }

    private func keep(_ request: OutgoingRequest) {
        port?.expect(request.nextDeadline)
        pending.insert(request)
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
        if !request.isIdempotent || (request.isSecondTry && !isReplica) { request.frame = [] }
        request.waitsForConnection = nil
        request.isSent = true
        // Only a request that waits for changes may be all that a replica is asked: that it hangs is to be found out too,
        // so that others are asked instead.
        if !request.waitsForChanges || isReplica { expectAnswer(now) }
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
        if responsiveness.recordReceived() { report(.answersAgain(service, at: endpoint)) }
        if header.kind == .pong { return }
        // Nobody waits: it came after its deadline or its cancellation.
        guard let request = pending.remove(header.correlation) else { return }
        defer { recordEnds() }
        switch header.kind {
        case .reply: request.answer(.success([UInt8](header.body(in: bytes))))
        case .error:
            let error = ErrorFrame.read(header.outcome, header.body(in: bytes), from: service)
            guard case .unavailable(service) = error else { return request.answer(.failure(error)) }
            // It takes nothing more; said of itself, that means that it ends.
            if isReplica { leavesUntil = .now.adding(Connection.leave) }
            lose(request)
        case .request, .cancel, .ping, .pong:
            malformed.record("\(service) sent a request as an answer")
            request.answer(.failure(.malformed("\(service) sent a request as an answer")))
        }
    }

    /// Ends requests whose time is up; returns the next moment at which something is due.
    func sweep(_ now: MonotonicTime) -> MonotonicTime {
        if connectsUntil <= now {
            connectsUntil = .never
            attemptFailed("nobody answers there")
        }
        var next = MonotonicTime.never
        let due = pending.removeAll { request in
            if request.nextDeadline <= now { return true }
            next = min(next, request.nextDeadline)
            return false
        }
        for request in due {
            if request.deadline <= now {
                sendCancel(of: request)
                request.answer(.failure(.timedOut))
            } else {
                if state == .connecting { state = .away }
                refuse(request)
            }
        }
        next = min(next, connectsUntil)
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
        case .hang:
            report(.doesNotAnswer(service, at: endpoint))
            moveIdempotentRequests()
        case .endRequests:
            // They may have been done, as at a deadline: it is said as of a service that went away with them in flight.
            for request in pending.removeAll(where: { $0.isAwaited }) {
                sendCancel(of: request)
                refuse(request)
            }
        }
        guard let port else { return }
        port.isTouched = true
        _ = port.socket.send(FrameHeader(.ping, MessageCode(rawValue: 0), 0).frame())
    }

    /// A replica hangs: what may be done twice goes to another one at once, those that wait for changes too.
    private func moveIdempotentRequests() {
        guard let replicas else { return }
        for request in pending.removeAll(where: { $0.isIdempotent && $0.isSent && $0.waitsForConnection == nil }) {
            sendCancel(of: request)
            if !replicas.resend(request, insteadOf: self) { keep(request) }
        }
    }

    // MARK: The peer

    /// The connection stands: what waited for it is sent.
    func peerArrived() {
        guard let port, state != .connected else { return }
        state = .connected
        leavesUntil = MonotonicTime(nanoseconds: 0)
        connectsUntil = .never
        // What was hung was started again, or its connection was: either way it is there again.
        if responsiveness.isHung { report(.answersAgain(service, at: endpoint)) }
        responsiveness = Responsiveness(timeout: limits.answerTimeout)
        // Makes the socket take notice of its new peer.
        _ = port.socket.canSend
        port.isTouched = true
        report(.connected(service, at: endpoint))
        let now = MonotonicTime.now
        for request in pending.removeAll(where: { $0.waitsForConnection != nil }) { transmitOrRefuse(request, now) }
    }

    /// The peer has gone, or could not be reached. What it had in flight is lost: an idempotent request goes to another
    /// replica, or waits a moment to be sent again, everything else fails.
    func peerLost(_ reason: String) {
        // What it answered before it went still counts.
        port?.receive(limit: .max)
        let wasAway = state == .away || state == .closed
        state = .away
        if !wasAway { report(.disconnected(service, at: endpoint, reason: reason)) }
        for request in pending.removeAll(where: { !$0.isSecondTry || $0.waitsForConnection == nil }) {
            lose(request)
        }
        recordEnds()
    }

    /// A request went down with its service, or the service has sent it back since it is about to go.
    private func lose(_ request: OutgoingRequest) {
        // It waits for its second try already: the service has closed, and its word on the first try comes behind the
        // news.
        if request.isSecondTry, request.waitsForConnection != nil { return keep(request) }
        if let replicas, replicas.resend(request, insteadOf: self) { return }
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
            try socket.prepareToCall(service, at: endpoint, as: caller, limits, keys)
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
            if isReplica {
                connectsUntil = .now.adding(limits.connectionTimeout)
                port.expect(connectsUntil)
            }
        } else {
            names.notify(self)
            peerArrived()
        }
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

    override func close() {
        end(.closed)
        shut()
    }

    /// Fails what is in flight and takes nothing more.
    func end(_ error: BusError) {
        isEnded = true
        for request in pending.removeAll(where: { _ in true }) { request.answer(.failure(error)) }
        recordEnds()
    }
}
