import CoreMetrics
import HTTPTypes
import Logging
import MessageBus
import Models
import ServiceLifecycle
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Knows the viewers of each device. When places change, it asks the location service again for the viewers
/// (`LiveReviewer`).
final class LiveHub: Sendable {
    /// The seconds between two heartbeats. Each heartbeat asks again for everything that a viewer watches, because some
    /// changes are not announced, such as the expiry of a place.
    static let heartbeat = 15

    private struct State {
        var views: [Int: any LiveViewing] = [:]
        var watchers: [DeviceID: [Int: any LiveViewing]] = [:]
        var numbers: [ObjectIdentifier: Int] = [:]
        var lastNumber = 0
        var queue: [any LiveViewing] = []
        /// The number of subscriptions of WebSockets. The location service sends new places only while it is above 0.
        var pushViews = 0
        var sockets = 0
        var followers: [FeedFollower] = []
        var isEnding = false
    }

    let limiter: LongAnswerLimiter
    let socketLimiter: LongAnswerLimiter
    let services: any Services
    private let replicas: [Endpoint]
    let clock: any FeedClock
    private let logger: Logger
    private let events: any CounterHandler
    private let open: any RecorderHandler
    private let pushes: any CounterHandler
    private let openSockets: any RecorderHandler
    private let state = Mutex(State())
    private let key = Mutex<EventKey?>(nil)
    private let reviewers: [Signal]

    private static let reviewersAtOnce = 2
    /// The longest wait for a replica's answer, which normally takes milliseconds.
    private static let catchUpTime = Duration.seconds(1)
    /// The pause in which simultaneous changes collect on one page.
    private static let rest = Duration.milliseconds(5)

    /// Makes the hub. It follows each replica of the location service, because a replica reports only its own changes.
    init(
        _ services: any Services, replicas: [Endpoint], limits: HTTPLimits,
        clock: any FeedClock = ContinuousFeedClock(), metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = Logger(label: "edge") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.services = services
        self.replicas = replicas
        self.clock = clock
        self.logger = logger
        limiter = .streams(limits)
        socketLimiter = .sockets(limits)
        events = metrics.makeCounter(label: "balise_edge_stream_events_total", dimensions: [])
        open = metrics.makeRecorder(label: "balise_edge_streams_open", dimensions: [], aggregate: false)
        pushes = metrics.makeCounter(label: "balise_edge_websocket_pushes_total", dimensions: [])
        openSockets = metrics.makeRecorder(label: "balise_edge_websockets_open", dimensions: [], aggregate: false)
        reviewers = (0..<LiveHub.reviewersAtOnce).map { _ in Signal() }
    }

    // MARK: Viewers

    func view(
        of viewer: LiveView.Viewer, after lastEventID: String?, _ context: MessageContext
    ) async throws(EdgeError) -> LiveView {
        LiveView(viewer, after: lastEventID, key: try await eventKey(context), context: context)
    }

    private func eventKey(_ context: MessageContext) async throws(EdgeError) -> EventKey {
        if let known = key.withLock({ $0 }) { return known }
        let reply = try await services.ask(GetEventKey(), context)
        guard let asked = EventKey(reply.key) else {
            throw EdgeError(.unavailable, "streams cannot begin at present; try again later")
        }
        key.withLock { $0 = asked }
        return asked
    }

    /// Writes until the client hangs up or the stream ends. The view already has first results with recorded visits.
    /// `isStillCalling` throws if the viewer may no longer watch; nil for a reader, whom the location service checks.
    func write(
        _ view: LiveView, to send: BodyStream.Send,
        isStillCalling: (@Sendable () async throws(EdgeError) -> Void)? = nil
    ) async throws {
        add(view)
        defer { remove(view) }
        try await send(EventStreamText.opening)
        while true {
            var turn = view.takeTurn()
            if turn.checksCaller, turn.end == nil, let isStillCalling, let end = await LiveEnd.unless(isStillCalling) {
                (turn.events, turn.end) = ([], end)
            }
            if let end = turn.end { return try await send(EventStreamText.end(end)) }
            if !turn.events.isEmpty {
                try await send(turn.events)
                events.increment(by: Int64(turn.count))
            } else {
                await view.untilNextTurn()
            }
            try Task.checkCancellation()
        }
    }

    func add(_ view: any LiveViewing) {
        let watched = view.watched
        let isEnding = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            state.views[number] = view
            if view is PushView { state.pushViews += 1 }
            state.numbers[ObjectIdentifier(view)] = number
            for device in watched { state.watchers[device, default: [:]][number] = view }
            // A change between the first look and this registration was missed, so everything is asked once more.
            if view.markDirty(nil) { state.queue.append(view) }
            open.record(Int64(state.views.count))
            return state.isEnding
        }
        // The session may have ended between the check of the caller and this registration.
        view.checkCaller()
        if isEnding { view.end(.closing) }
        for reviewer in reviewers { reviewer.raise() }
    }

    func remove(_ view: any LiveViewing) {
        let watched = view.watched
        state.withLock { state in
            guard let number = state.numbers.removeValue(forKey: ObjectIdentifier(view)) else { return }
            state.views[number] = nil
            if view is PushView { state.pushViews -= 1 }
            for device in watched {
                state.watchers[device]?[number] = nil
                if state.watchers[device]?.isEmpty == true { state.watchers[device] = nil }
            }
            open.record(Int64(state.views.count))
        }
    }

    func watch(_ devices: [DeviceID], _ view: any LiveViewing) {
        state.withLock { state in
            guard let number = state.numbers[ObjectIdentifier(view)] else { return }
            for device in devices { state.watchers[device, default: [:]][number] = view }
        }
    }

    // MARK: What changes

    /// Takes changes. The value of a change contains the new places, if the location service sent any.
    func changed(_ changes: [FeedChange]) {
        let isWork = state.withLock { state in
            for change in changes {
                guard let device = DeviceID(change.key), let views = state.watchers[device] else { continue }
                var places: PushedPlaces?
                for view in views.values {
                    if let value = change.value, let view = view as? PushView {
                        let pushed = places ?? PushedPlaces(value, of: device)
                        places = pushed
                        view.add(pushed, of: device)
                    }
                    if view.markDirty(device) { state.queue.append(view) }
                }
            }
            return !state.queue.isEmpty
        }
        if isWork { for reviewer in reviewers { reviewer.raise() } }
    }

    private func changedSomewhere() { review(where: { _ in true }) { $0.markGap() } }

    /// Returns when all changes before this call have reached the views. It does not wait for a replica that is away,
    /// or longer than `catchUpTime`.
    func catchUp() async {
        let followers = state.withLock { $0.followers }.filter { $0.failure(lasting: .zero) == nil }
        await withTaskGroup { group in
            for follower in followers {
                group.addTask { _ = try? await follower.catchUp(within: LiveHub.catchUpTime) }
            }
        }
    }

    /// Checks the callers of these sessions; nil checks the callers of all sessions.
    func ended(_ sessions: Set<SessionID>?) {
        let views = state.withLock { state in
            state.views.values.filter { view in view.session.map { sessions?.contains($0) ?? true } ?? false }
        }
        for view in views { view.checkCaller() }
    }

    private func review(where isMeant: (Int) -> Bool, _ also: (any LiveViewing) -> Void) {
        state.withLock { state in
            for (number, view) in state.views where isMeant(number) {
                also(view)
                let isDue = view.session == nil ? view.markDirty(nil) : view.markToLookAnew()
                if isDue { state.queue.append(view) }
            }
        }
        for reviewer in reviewers { reviewer.raise() }
    }

    func dequeue(until isFull: (any LiveViewing) -> Bool) -> [any LiveViewing] {
        state.withLock { state in
            let count = state.queue.firstIndex(where: isFull) ?? state.queue.count
            defer { state.queue.removeFirst(count) }
            return Array(state.queue.prefix(count))
        }
    }

    func requeue(_ views: [any LiveViewing]) {
        if views.isEmpty { return }
        state.withLock { $0.queue.append(contentsOf: views) }
        for reviewer in reviewers { reviewer.raise() }
    }

    // MARK: Running

    /// Runs until the task is cancelled. At the graceful shutdown all streams end.
    func run() async {
        let followers = replicas.map { follower(of: $0) }
        state.withLock { $0.followers = followers }
        await withGracefulShutdownHandler {
            await withTaskGroup { group in
                for follower in followers { group.addTask { await follower.run() } }
                for signal in reviewers {
                    let reviewer = LiveReviewer(hub: self, clock: clock, logger: logger)
                    group.addTask { await reviewer.run(wokenBy: signal) }
                }
                group.addTask { await self.beat() }
            }
        } onGracefulShutdown: {
            self.end()
        }
        state.withLock { $0.followers = [] }
        end()
    }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    func end() {
        let views = state.withLock { state in
            state.isEnding = true
            return Array(state.views.values)
        }
        for view in views { view.end(.closing) }
    }

    private func follower(of replica: Endpoint) -> FeedFollower {
        // The value is nil before the first answer, because until then nothing can be lost.
        let isConnected = Mutex<Bool?>(nil)
        return FeedFollower(
            of: ChangedDevices.feed, from: .mark, rest: LiveHub.rest, clock: clock,
            report: { error in
                let was = isConnected.withLock { state in
                    defer { if state != nil { state = false } }
                    return state
                }
                guard was == true else { return }
                self.logger.notice(
                    "the devices that change are not told of; live places come late",
                    metadata: ["cause": .failure(error)])
                // The changes since the replica's last answer are unknown.
                self.changedSomewhere()
            },
            ask: { request, context async throws(BusError) in
                let page = try await self.read(request, at: replica, context)
                isConnected.withLock { $0 = true }
                return page
            },
            apply: { page, _ in
                if page.startsOver || page.changes.isEmpty { self.changedSomewhere() }
                self.changed(page.changes)
            })
    }

    private var wantsPoints: Bool { state.withLock { $0.pushViews > 0 } }

    /// Reads a page. It contains the new places if a WebSocket is open, even if that was opened during the question.
    private func read(
        _ request: ReadFeed, at replica: Endpoint, _ context: MessageContext
    ) async throws(BusError) -> FeedPage {
        if wantsPoints { return try await readWithPoints(request, at: replica, context) }
        let page = try await services.send(request, to: .location, at: replica, context)
        guard !page.changes.isEmpty, wantsPoints else { return page }
        return try await readWithPoints(request, at: replica, context)
    }

    /// Reads a page with the new places. A replica of an older version refuses this feed. Then the page says that the
    /// places were dropped, so each subscription gets the present place.
    private func readWithPoints(
        _ request: ReadFeed, at replica: Endpoint, _ context: MessageContext
    ) async throws(BusError) -> FeedPage {
        var withPoints = request
        withPoints.feed = ChangedDevices.feedWithPoints
        do throws(BusError) { return try await services.send(withPoints, to: .location, at: replica, context) } catch {
            guard case .refused(let refusal) = error, refusal.code == .forbidden else { throw error }
        }
        var page = try await services.send(request, to: .location, at: replica, context)
        let dropped = FeedValue.write(ChangedPoints([]))
        for index in page.changes.indices { page.changes[index].value = dropped }
        return page
    }

    // MARK: WebSockets

    func recordSocket(isOpen: Bool) {
        state.withLock { state in
            state.sockets += isOpen ? 1 : -1
            openSockets.record(Int64(state.sockets))
        }
    }

    func recordPushes(_ count: Int) { pushes.increment(by: Int64(count)) }

    /// Sends heartbeats: each second, another part of the views has its turn.
    private func beat() async {
        var second = 0
        while (try? await clock.sleep(for: .seconds(1))) != nil {
            second = (second + 1) % LiveHub.heartbeat
            review(where: { $0 % LiveHub.heartbeat == second }) { $0.beat() }
        }
    }
}
