import BaliseAPI
import BaliseJSON
import Foundation

/// Observes on this phone when the user arrives at the places of ``ArrivalsAPI``, and reports it to the server, which
/// notifies the watchers.
///
/// * The phone reports arrivals and departures, and no place for them. It does so also while it shares nothing.
/// * An arrival counts after two minutes inside. If the system itself reports the crossing of the circle, it counts at
///   once.
/// * Each report is on the disk until the server has it. If the server saw the same arrival in the shared places, it
///   counts once.
///
/// A ``LocationSharing`` that was opened with `watchesArrivals` feeds and runs its watch:
///
///     let sharing = try await client.locations.sharing(
///         of: device, from: BackgroundLocationSource(), in: folder, watchesArrivals: true)
public actor ArrivalWatch: Outbox {
    private static let limit = 1000
    /// The seconds until the next try after a failure to store.
    private static let retry = 60.0

    /// The device whose arrivals are observed.
    public nonisolated let device: LocationDeviceID

    private let caller: APICaller
    private let pause: any BaliseSleeper
    private let file: URL
    var state: OutboxState<WaitingArrival>
    private var watched: WatchedArrivals
    private var alarm: Task<Void, Never>?
    private var listeners = StreamListeners<[String: LocationObservation.Boundary]>()

    /// Why the places could not be loaded or an arrival could not be stored; nil after a success.
    public private(set) var problem: BaliseError?

    /// Opens the files.
    /// - Throws: `storage`, also when another process uses the folder.
    init(
        of device: LocationDeviceID, in folder: URL, by caller: APICaller, _ configuration: BaliseConfiguration
    ) throws(BaliseError) {
        let events = folder.appendingPathComponent("arrival-events")
        let state = try OutboxState<WaitingArrival>(events, limit: Self.limit, configuration)
        let file = folder.appendingPathComponent("arrivals")
        let stored: WatchedArrivals? = (try? Data(contentsOf: file)).flatMap { bytes in
            try? WatchedArrivals(jsonText: Array(bytes))
        }
        self.device = device
        self.caller = caller
        pause = configuration.pause
        self.file = file
        self.state = state
        watched = stored ?? WatchedArrivals()
    }

    /// Whether the device is at each place, by the place's id. A place without a clear fix yet is missing.
    public var isInside: [String: Bool] {
        var found: [String: Bool] = [:]
        for rule in watched.rules { found[rule.id] = rule.isInside }
        return found
    }

    /// The number of arrivals and departures that wait for the server.
    public var waiting: Int { state.queue.count }

    /// Loads the signed-in user's places of this device. The watch does this by itself at its start and after a sign-in.
    /// Call it after the user has changed the places.
    public func reload() async throws(BaliseError) {
        var next = WatchedArrivals()
        if try await caller.tokenStore.credential() != nil {
            next.account = try await caller.tokenStore.account()
            let places = try await caller.call(AppCalls.listArrivalPlaces).data.places
            for place in places where place.device == device.text {
                next.rules.append(watched.rule(for: place, of: next.account))
            }
        }
        try store(next)
        setAlarm()
    }

    /// Sends the waiting reports, and reloads the places after each sign-in, until the task is cancelled.
    func run() async {
        async let delivering: Void = runDeliveries()
        for await _ in await caller.tokenStore.states() {
            do throws(BaliseError) {
                try await reload()
                problem = nil
            } catch {
                // The places of the last start are still observed.
                problem = error
            }
        }
        await delivering
    }

    /// Returns the circles to observe, and the circles after each change.
    func circles() -> AsyncStream<[String: LocationObservation.Boundary]> {
        listeners.add(buffering: .bufferingNewest(1), first: watched.circles)
    }

    /// Compares an event with the places; nil when only time has passed.
    func evaluate(_ event: LocationEvent?) {
        var next = watched
        do throws(BaliseError) {
            for index in next.rules.indices {
                guard let change = next.rules[index].take(event, at: state.time.now) else { continue }
                // If the app ends before the new state is stored, it finds the change again. The server counts it once.
                _ = try take(
                    WaitingArrival(next.rules[index].id, change), of: InteractionAccount(id: next.account))
            }
            if next != watched { try store(next) }
            problem = nil
        } catch {
            problem = error
        }
        setAlarm()
    }

    private func store(_ next: WatchedArrivals) throws(BaliseError) {
        try PrivateFile.replace(file, with: Data(next.json.bytes))
        watched = next
        listeners.send(watched.circles)
    }

    private func setAlarm() {
        alarm?.cancel()
        alarm = nil
        guard let due = watched.rules.compactMap(\.due).min() else { return }
        let seconds = problem == nil ? max(0, due.timeIntervalSince(state.time.now)) : Self.retry
        alarm = Task { [weak self, pause] in
            guard (try? await pause.sleep(seconds: seconds)) != nil else { return }
            await self?.evaluate(nil)
        }
    }
}

extension ArrivalWatch {
    func follow() async -> Task<Void, Never> {
        let states = await caller.tokenStore.states()
        return Task { [weak self] in
            for await _ in states { await self?.wake() }
        }
    }

    func isReady(_ account: InteractionAccount) async throws(BaliseError) -> Bool {
        guard try await caller.tokenStore.credential() != nil else { return false }
        return account.id == (try await caller.tokenStore.account())
    }

    func send(_ batch: OutboxBatch<WaitingArrival>) async throws(BaliseError) -> OutboxOutcome {
        for arrival in batch.entries.map(\.item) {
            do throws(BaliseError) {
                let body = ReportArrivalRequest(isInside: arrival.isInside, at: arrival.at)
                try await caller.send(AppCalls.reportArrival, at: arrival.place, body: body)
            } catch {
                // The user has removed the place. A server that is being set up answers 404 without an id.
                if case .refused(let refusal) = error, refusal.code == .notFound, refusal.requestID != nil {
                    return .badItems(error)
                }
                guard error.isAboutContent else { throw error }
                return .badItems(error)
            }
        }
        return .accepted
    }
}

/// The places that a watch observes, as its file contains them.
struct WatchedArrivals: JSONConvertible, Hashable {
    /// The account of the places; nil without a user, or if only the server knows it.
    var account: String?
    var rules: [ArrivalRule] = []

    var circles: [String: LocationObservation.Boundary] {
        var circles: [String: LocationObservation.Boundary] = [:]
        for rule in rules { circles[rule.id] = rule.circle }
        return circles
    }

    /// Returns the rule of a place with its state; a new rule for a new place. Places do not move.
    func rule(for place: BaliseArrivalPlace, of account: String?) -> ArrivalRule {
        let known = account == self.account ? rules.first { $0.id == place.id } : nil
        return known ?? ArrivalRule(place)
    }
}

/// An arrival or a departure that waits for the server.
struct WaitingArrival: JSONConvertible, Hashable {
    var place: String
    var isInside: Bool
    /// When the change began, in whole seconds as the body of the call.
    var at: Date

    init(_ place: String, _ change: ArrivalRule.Change) {
        (self.place, isInside) = (place, change.isInside)
        at = Date(timeIntervalSince1970: change.since.timeIntervalSince1970.rounded(.down))
    }
}

extension WaitingArrival: OutboxItem {
    typealias Owner = InteractionAccount

    /// One call reports one arrival.
    static let batchLimit = 1
    static let rememberedRefusals = 0
    static let gathering = 0.0

    var order: Date? { nil }
    var standsAlone: Bool { false }

    func repeats(_ other: WaitingArrival) -> Bool { self == other }
    func isExpired(at now: Date) -> Bool { false }
}
