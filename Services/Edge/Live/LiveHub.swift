import CoreMetrics
import HTTPTypes
import Logging
import MessageBus
import Models
import ServiceLifecycle
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Knows the viewers of each device. On changes in location, it asks again for the viewers (`LiveReviewer`).
final class LiveHub: Sendable {
    /// The seconds between two heartbeats. Each one asks again for everything that a viewer watches, because some
    /// changes are not announced, such as the expiry of a place.
    static let heartbeat = 15

    private struct State {
        var views: [Int: LiveView] = [:]
        var watchers: [DeviceID: [Int: LiveView]] = [:]
        var numbers: [ObjectIdentifier: Int] = [:]
        var lastNumber = 0
        var queue: [LiveView] = []
        var isEnding = false
    }

    let limiter: LongAnswerLimiter
    let services: any Services
    private let replicas: [Endpoint]
    let clock: any FeedClock
    private let logger: Logger
    private let events: any CounterHandler
    private let open: any RecorderHandler
    private let state = Mutex(State())
    private let key = Mutex<EventKey?>(nil)
    private let reviewers: [Signal]

    private static let reviewersAtOnce = 2
    /// The time in which changes are collected for one page.
    private static let rest = Duration.milliseconds(5)

    /// Each replica of location reports only its own changes.
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
        events = metrics.makeCounter(label: "balise_edge_stream_events_total", dimensions: [])
        open = metrics.makeRecorder(label: "balise_edge_streams_open", dimensions: [], aggregate: false)
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

    /// Writes until the client hangs up or the stream ends. The view already has first results, with recorded visits.
    /// `isStillCalling` throws if the viewer may no longer watch; nil for a reader, whom location checks.
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

    private func add(_ view: LiveView) {
        let watched = view.watched
        let isEnding = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            state.views[number] = view
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

    private func remove(_ view: LiveView) {
        let watched = view.watched
        state.withLock { state in
            guard let number = state.numbers.removeValue(forKey: ObjectIdentifier(view)) else { return }
            state.views[number] = nil
            for device in watched {
                state.watchers[device]?[number] = nil
                if state.watchers[device]?.isEmpty == true { state.watchers[device] = nil }
            }
            open.record(Int64(state.views.count))
        }
    }

    func watch(_ devices: [DeviceID], _ view: LiveView) {
        state.withLock { state in
            guard let number = state.numbers[ObjectIdentifier(view)] else { return }
            for device in devices { state.watchers[device, default: [:]][number] = view }
        }
    }

    // MARK: What changes

    func changed(_ devices: [DeviceID]) {
        let isWork = state.withLock { state in
            for device in devices {
                for view in state.watchers[device, default: [:]].values where view.markDirty(device) {
                    state.queue.append(view)
                }
            }
            return !state.queue.isEmpty
        }
        if isWork { for reviewer in reviewers { reviewer.raise() } }
    }

    private func changedSomewhere() { review(where: { _ in true }) { _ in } }

    /// Checks the callers of these sessions; nil checks those of all sessions.
    func ended(_ sessions: Set<SessionID>?) {
        let views = state.withLock { state in
            state.views.values.filter { view in view.session.map { sessions?.contains($0) ?? true } ?? false }
        }
        for view in views { view.checkCaller() }
    }

    private func review(where isMeant: (Int) -> Bool, _ also: (LiveView) -> Void) {
        state.withLock { state in
            for (number, view) in state.views where isMeant(number) {
                also(view)
                let isDue = view.session == nil ? view.markDirty(nil) : view.markToLookAnew()
                if isDue { state.queue.append(view) }
            }
        }
        for reviewer in reviewers { reviewer.raise() }
    }

    func dequeue(until isFull: (LiveView) -> Bool) -> [LiveView] {
        state.withLock { state in
            let count = state.queue.firstIndex(where: isFull) ?? state.queue.count
            defer { state.queue.removeFirst(count) }
            return Array(state.queue.prefix(count))
        }
    }

    func requeue(_ views: [LiveView]) {
        if views.isEmpty { return }
        state.withLock { $0.queue.append(contentsOf: views) }
        for reviewer in reviewers { reviewer.raise() }
    }

    // MARK: Running

    /// Runs until the task is cancelled. At the graceful shutdown all streams end.
    func run() async {
        await withGracefulShutdownHandler {
            await withTaskGroup { group in
                for replica in replicas { group.addTask { await self.follow(replica) } }
                for signal in reviewers {
                    let reviewer = LiveReviewer(hub: self, clock: clock, logger: logger)
                    group.addTask { await reviewer.run(wokenBy: signal) }
                }
                group.addTask { await self.beat() }
            }
        } onGracefulShutdown: {
            self.end()
        }
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

    private func follow(_ replica: Endpoint) async {
        // Nil before the first answer: until then nothing is lost.
        let isConnected = Mutex<Bool?>(nil)
        let follower = FeedFollower(
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
                // The changes since its last answer are unknown.
                self.changedSomewhere()
            },
            ask: { request, context async throws(BusError) in
                let page = try await self.services.send(request, to: .location, at: replica, context)
                isConnected.withLock { $0 = true }
                return page
            },
            apply: { page, _ in
                if page.startsOver || page.changes.isEmpty { self.changedSomewhere() }
                self.changed(page.changes.compactMap { DeviceID($0.key) })
            })
        await follower.run()
    }

    /// Each second, another part of the views has its turn.
    private func beat() async {
        var second = 0
        while (try? await clock.sleep(for: .seconds(1))) != nil {
            second = (second + 1) % LiveHub.heartbeat
            review(where: { $0 % LiveHub.heartbeat == second }) { $0.beat() }
        }
    }
}
