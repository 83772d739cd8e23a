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
    enum State {
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
    /// Until when a replica that has said that it is about to go gets nothing more, unless it comes back before.
    var leavesUntil = MonotonicTime(nanoseconds: 0)
    /// Until when a replica that has said that it is not ready gets only what no other one takes.
    var unreadyUntil = MonotonicTime(nanoseconds: 0)
    /// When a replica counts as away to which no connection stands by then.
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

    /// Whether it has said lately that it is not ready.
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

    /// Begins to connect if that was not done yet.
    func prepare() {
        guard state == .closed, !isEnded else { return }
        do { try open() } catch { report(.disconnected(service, at: endpoint, reason: .system("\(error)"))) }
    }

    /// The address does not bring a request to its answer: another replica gets it if one is there and may have it.
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

    func transmitOrRefuse(_ request: OutgoingRequest, _ now: MonotonicTime) {
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

    func keep(_ request: OutgoingRequest) {
        port?.expect(request.nextDeadline)
        pending.insert(request)
    }

    /// Hands a request to libzmq; false when it does not take it.
    private func transmit(_ request: OutgoingRequest, _ now: MonotonicTime) -> Bool {
        guard let port else { return false }
        // Rounded down: what is over for the caller is over for the service.
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

    func sendCancel(of request: OutgoingRequest) {
        guard request.waitsForConnection == nil, let port else { return }
        var header = FrameHeader(.cancel, request.code, request.correlation)
        header.caller = caller.rawValue
        port.isTouched = true
        // One that cannot be sent is not missed: the service counts the time itself.
        _ = port.socket.send(header.frame())
    }

    // MARK: The peer

    /// The connection stands: what waited for it is sent.
    func peerArrived() {
        guard let port, state != .connected else { return }
        state = .connected
        leavesUntil = MonotonicTime(nanoseconds: 0)
        unreadyUntil = leavesUntil
        // Another process may be there, on another machine.
        clock = ServiceClock(isOwn: endpoint.transport == .inproc)
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
    func peerLost(_ reason: PeerAbsence) {
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

    /// An attempt to connect failed. Says nothing about a connection that stands: it fails on its own.
    func attemptFailed(_ reason: PeerAbsence) {
        if state == .connecting { peerLost(reason) }
    }

    /// The name within the process was bound or released.
    func nameChanged() {
        guard state != .closed, names.generation(of: endpoint.address) != generation else { return }
        if state == .connected { peerLost(.closed) }
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

    /// Fails what is in flight and takes nothing more.
    func end(_ error: BusError) {
        isEnded = true
        for request in pending.removeAll(where: { _ in true }) { request.answer(.failure(error)) }
        recordEnds()
    }
}
