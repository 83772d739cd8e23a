import CZeroMQ
import Models

/// A client's connection to an address, opened by a request. `@unchecked Sendable`: only the reactor's thread uses it.
final class Connection: Route, @unchecked Sendable {
    enum Availability {
        case ready
        case unknown
        case away
    }

    enum State {
        case closed
        /// The connection is being opened. Requests wait a moment for the result.
        case connecting
        case connected
        /// The connection was refused or lost; libzmq tries again. Requests go to another replica, or fail at once.
        case away
    }

    let endpoint: Endpoint
    let limits: BusLimits
    weak var replicas: ReplicaSet?
    let isReplica: Bool
    private let seed: UInt64
    private let caller: ServiceName
    private let reactor: Reactor
    private let names: BoundNames
    private let keys: CurveConfiguration?
    let report: @Sendable (BusEvent) -> Void
    let malformed: RateLimitedReport

    var state = State.closed
    var port: ConnectionPort?
    private var monitor: MonitorPort?
    private var generation: UInt64 = 0
    var pending = PendingRequests()
    var responsiveness: Responsiveness
    var clock = ServiceClock()
    /// The replica is ending and gets no requests before this time, unless it returns earlier.
    var leavesUntil = MonotonicTime(nanoseconds: 0)
    /// Before this time the replica is not ready, and gets only requests that no other replica accepts.
    var unreadyUntil = MonotonicTime(nanoseconds: 0)
    /// When the replica counts as away, if it is not connected by then.
    var connectsUntil = MonotonicTime.never
    private var isEnded = false
    private var onIdle: [() -> Void] = []
    private unowned let core: BusCore

    init(
        to service: ServiceName, at endpoint: Endpoint, as caller: ServiceName, limits: BusLimits,
        isReplica: Bool = false, on core: BusCore
    ) {
        self.isReplica = isReplica
        seed = isReplica ? Rendezvous.seed(of: endpoint) : 0
        (self.endpoint, self.caller, self.limits) = (endpoint, caller, limits)
        self.core = core
        responsiveness = Responsiveness(timeout: limits.answerTimeout)
        reactor = core.reactor
        names = core.names
        keys = endpoint.transport == .tcp ? core.configuration.curve : nil
        report = core.configuration.report
        malformed = core.malformed
        let direct = endpoint.transport == .inproc ? core.direct(at: endpoint.address) : nil
        super.init(to: service, hasReplicas: false, direct: direct)
    }

    // MARK: As one of several replicas

    func isUnready(at now: MonotonicTime) -> Bool { now < unreadyUntil }

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

    func prepare() {
        guard state == .closed, !isEnded else { return }
        do { try open() } catch { report(.disconnected(service, at: endpoint, reason: .system("\(error)"))) }
    }

    func refuse(_ request: OutgoingRequest) {
        if let replicas, replicas.resend(request, insteadOf: self) { return }
        request.answer(.failure(.unavailable(service)))
    }

    // MARK: Requests

    override func send(_ request: OutgoingRequest) {
        guard !isEnded else { return request.answer(.failure(.closed)) }
        let now = MonotonicTime.now
        guard request.deadline > now else { return request.answer(.failure(.timedOut)) }
        do { try open() } catch {
            report(.disconnected(service, at: endpoint, reason: .system("\(error)")))
            return refuse(request)
        }
        switch state {
        // libzmq reports a loss before it closes the route to the lost peer: a message would still be accepted, and
        // silently lost. Only `peerArrived` opens the route again.
        case .closed, .away: refuse(request)
        case .connecting:
            request.waitsForConnection = now.adding(limits.connectionTimeout)
            keep(request)
        case .connected where responsiveness.isHung: refuse(request)
        case .connected: transmitOrRefuse(request, now)
        }
    }

    func transmitOrRefuse(_ request: OutgoingRequest, _ now: MonotonicTime) {
        if transmit(request, now) { return keep(request) }
        // libzmq did not accept the message: the queue is full, or the peer is gone and the event has not arrived yet.
        if pending.count >= limits.queuedMessages { request.answer(.failure(.overloaded)) } else { refuse(request) }
    }

    override func cancel(_ correlation: UInt64) {
        guard let request = pending.remove(correlation) else { return }
        sendCancel(of: request)
        request.answer(.failure(.cancelled))
        recordEnds()
    }

    func keep(_ request: OutgoingRequest) {
        port?.expect(request.nextDeadline)
        pending.insert(request)
    }

    private func transmit(_ request: OutgoingRequest, _ now: MonotonicTime) -> Bool {
        guard let port else { return false }
        // The time is rounded down, so that a deadline that is over for the caller is also over for the service.
        let remaining = now.nanoseconds(until: request.deadline) / 1_000_000
        FrameHeader.stamp(
            &request.frame, correlation: request.correlation,
            flags: request.choice?.hasAlternative == true ? .hasAlternative : [],
            remaining: UInt32(clamping: remaining), clock: clock.estimate(at: now))
        port.isTouched = true
        guard port.socket.send(request.frame) || (port.socket.canSend && port.socket.send(request.frame)) else {
            return false
        }
        request.waitsForConnection = nil
        request.sentAt = now
        // A request that waits for changes may be the only request at a replica. If that hangs, another must get it.
        if !request.waitsForChanges || isReplica { expectAnswer(now) }
        return true
    }

    private func expectAnswer(_ now: MonotonicTime) {
        // Within the process, both ends are on one thread, so a hung service also stops its callers, and a ping is
        // useless.
        guard endpoint.transport != .inproc else { return }
        responsiveness.recordSent(at: now)
        port?.expect(responsiveness.nextLook)
    }

    func sendCancel(of request: OutgoingRequest) {
        guard request.waitsForConnection == nil, let port else { return }
        var header = FrameHeader(.cancel, request.code, request.correlation)
        header.caller = caller.rawValue
        port.isTouched = true
        // If the cancellation cannot be sent, the service's own timer ends the request.
        _ = port.socket.send(header.frame())
    }

    // MARK: The peer

    func peerArrived() {
        guard let port, state != .connected else { return }
        state = .connected
        leavesUntil = MonotonicTime(nanoseconds: 0)
        unreadyUntil = leavesUntil
        // The new peer may be another process, even on another machine, so the estimate of its clock starts anew.
        clock = ServiceClock(isOwn: endpoint.transport == .inproc)
        connectsUntil = .never
        // The hung service or its connection was restarted, so the service is back.
        if responsiveness.isHung { report(.answersAgain(service, at: endpoint)) }
        responsiveness = Responsiveness(timeout: limits.answerTimeout)
        // Asking whether it can send makes the socket notice its new peer.
        _ = port.socket.canSend
        port.isTouched = true
        report(.connected(service, at: endpoint))
        let now = MonotonicTime.now
        for request in pending.removeAll(where: { $0.waitsForConnection != nil }) { transmitOrRefuse(request, now) }
    }

    /// Handles the loss of the peer, or a failure to reach it. An idempotent request in flight goes to another replica,
    /// or waits a moment to be sent again. All other requests fail.
    func peerLost(_ reason: PeerAbsence) {
        // Answers that arrived before the loss are still valid, so they are read first.
        port?.receive(limit: .max)
        let wasAway = state == .away || state == .closed
        state = .away
        if !wasAway { report(.disconnected(service, at: endpoint, reason: reason)) }
        for request in pending.removeAll(where: { !$0.isSecondTry || $0.waitsForConnection == nil }) {
            lose(request)
        }
        recordEnds()
    }

    /// Handles a failed attempt to connect. An established connection is left alone, because it reports its own loss.
    func attemptFailed(_ reason: PeerAbsence) {
        if state == .connecting { peerLost(reason) }
    }

    func nameChanged() {
        guard state != .closed, names.generation(of: endpoint.address) != generation else { return }
        if state == .connected { peerLost(.closed) }
        if !pending.isEmpty, !isEnded { try? open() }
    }

    // MARK: Sockets

    /// Opens a socket if needed. Within the process, the socket is connected to the current bind of the name.
    private func open() throws(BusSetupError) {
        if endpoint.transport == .inproc {
            // libzmq would queue messages for an unbound name, and does not reconnect by itself within a process.
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

    func drain(_ then: @escaping () -> Void) {
        isEnded = true
        if pending.isEmpty { then() } else { onIdle.append(then) }
    }

    func recordEnds() {
        guard !onIdle.isEmpty, pending.isEmpty else { return }
        let calls = onIdle
        onIdle = []
        for call in calls { call() }
    }

    override func close() {
        end(.closed)
        shut()
    }

    func end(_ error: BusError) {
        isEnded = true
        for request in pending.removeAll(where: { _ in true }) { request.answer(.failure(error)) }
        recordEnds()
    }
}
