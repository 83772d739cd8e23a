import BaliseJSON
public import Foundation

/// Shares where this device is, also in the background and after the system has ended the app.
///
/// The user chooses a ``LocationPower``, which decides what is observed. Each place goes through a ``LocationOutbox``,
/// so no place is lost without a network. Create the object at every launch, and run it at once: the system also
/// launches the app in the background, to report a place.
///
///     let sharing = try client.locations.sharing(of: device, from: BackgroundLocationSource(), in: folder)
///     Task { await sharing.run() }
///     try await sharing.setPower(.balanced)
public actor LocationSharing {
    /// The device whose places are shared.
    public nonisolated let device: LocationDeviceID
    /// Holds the places until the server has them.
    public nonisolated let outbox: LocationOutbox
    /// Observes the arrivals of the device; nil if the sharing was opened without.
    public nonisolated let arrivals: ArrivalWatch?

    private let source: any LocationSource
    private let keeping: LocationKeeping
    private let file: URL
    private let time: any BaliseClock
    private let pause: any BaliseSleeper
    private var policy: LocationPolicy
    /// The observation of the policy, without the places of arrivals.
    private var observed = LocationObservation.nothing
    private var circles: [String: LocationObservation.Boundary] = [:]
    private var lastPlace: DeviceLocation?
    private var problem: BaliseError?
    private var waiting: LocationOutboxStatus
    private var alarm: Task<Void, Never>?
    private var listeners = StreamListeners<LocationSharingState>()

    init(
        _ device: LocationDeviceID, _ source: any LocationSource, _ outbox: LocationOutbox, arrivals: ArrivalWatch?,
        keeping: LocationKeeping, file: URL, waiting: LocationOutboxStatus, _ configuration: BaliseConfiguration
    ) {
        self.device = device
        self.source = source
        self.outbox = outbox
        self.arrivals = arrivals
        self.keeping = keeping
        self.file = file
        time = configuration.time
        pause = configuration.pause
        // If the file cannot be read, the user's choice is unknown, so nothing is shared.
        let stored: LocationPolicy? = (try? Data(contentsOf: file)).flatMap { try? LocationPolicy(jsonText: Array($0)) }
        policy = stored ?? LocationPolicy()
        self.waiting = waiting
    }

    /// Chooses how exactly places are shared. The choice survives restarts. Waiting places from before `.off` are still
    /// sent; ``LocationOutbox/discard(of:)`` drops them.
    /// - Throws: `storage` when the choice could not be stored. It has no effect then.
    public func setPower(_ power: LocationPower) async throws(BaliseError) {
        var next = policy
        let actions = next.set(power, at: time.now)
        try PrivateFile.replace(file, with: Data(next.json.bytes))
        policy = next
        problem = nil
        await perform(actions)
        tell()
    }

    /// The seconds in which a fresh place is sought. The system gives a woken app about half a minute.
    private static let answering: TimeInterval = 25

    /// Observes precisely for a moment, because a member of a circle has asked where this device is. Does nothing while
    /// sharing is off. Call this method for a push with ``ReceivedPush/askedDevice``.
    /// - Throws: `storage`, as ``setPower(_:)``.
    public func answerQuestion() async throws(BaliseError) {
        switch policy.power {
        case .off, .precise: return
        case .whenMoving, .balanced: try await setPower(.precise(until: time.now + Self.answering))
        }
    }

    /// Observes, stores and sends places, until the task is cancelled. Call this method once.
    public func run() async {
        let events = source.events()
        async let sending: Void = outbox.run()
        async let following: Void = followOutbox()
        async let watching: Void = watchArrivals()
        await perform(policy.start(at: time.now))
        for await event in events {
            await arrivals?.evaluate(event)
            await perform(policy.take(event, at: time.now))
            tell()
        }
        await sending
        await following
        await watching
    }

    /// The current state.
    public var state: LocationSharingState {
        LocationSharingState(
            power: policy.power, permission: policy.permission, lastPlace: lastPlace, outbox: waiting, problem: problem)
    }

    /// Returns the current state and the state after each change. A slow reader gets only the newest.
    public func states() -> AsyncStream<LocationSharingState> {
        listeners.add(buffering: .bufferingNewest(1), first: state)
    }

    private func tell() { listeners.send(state) }

    private func followOutbox() async {
        for await status in await outbox.statuses() {
            waiting = status
            tell()
        }
    }

    private func watchArrivals() async {
        guard let arrivals else { return }
        async let running: Void = arrivals.run()
        for await circles in await arrivals.circles() where circles != self.circles {
            self.circles = circles
            observe()
        }
        await running
    }

    private func observe() {
        var wanted = observed
        wanted.places = circles
        // Large moves wake the app, which then compares its place with the circles.
        if !circles.isEmpty { wanted.changes = true }
        source.observe(wanted)
    }

    private func perform(_ actions: [LocationPolicy.Action]) async {
        for action in actions {
            switch action {
            case .observe(let observation):
                observed = observation
                observe()
            case .wake(let date): wake(at: date)
            case .keep(let fix): await keep(fix)
            }
        }
    }

    private func keep(_ fix: LocationFix) async {
        guard let place = DeviceLocation(fix) else { return }
        do throws(BaliseError) {
            if try await outbox.add(place, of: device, keeping: keeping) { lastPlace = place }
            problem = nil
            // The app may soon sleep again, so it retries at once after a network failure. Large moves are rare.
            if policy.power == .whenMoving, waiting.problem?.mayHaveBeenDone == true { await outbox.retryNow() }
        } catch {
            problem = error
            policy.forgetKept()
        }
    }

    private func wake(at date: Date) {
        alarm?.cancel()
        let seconds = date.timeIntervalSince(time.now)
        alarm = Task { [weak self, pause] in
            guard (try? await pause.sleep(seconds: max(0, seconds))) != nil else { return }
            await self?.wakeUp()
        }
    }

    private func wakeUp() async {
        // The wait may end before the planned time; the policy then asks for another wait.
        await perform(policy.wake(at: time.now))
        tell()
    }
}

/// How a device shares its places, for an app to show.
public struct LocationSharingState: Hashable, Sendable {
    /// The user's choice. When the time of a precise mode is over, this is the mode that followed.
    public internal(set) var power: LocationPower
    /// Whether the system lets the app observe the location.
    public internal(set) var permission: LocationPermission
    /// The last place that was stored for sending since this sharing was opened; nil before the first.
    public internal(set) var lastPlace: DeviceLocation?
    /// The places that wait, the places that the server refused, and the reason for a delay.
    public internal(set) var outbox: LocationOutboxStatus
    /// Why the last place could not be stored; nil if it was stored.
    public internal(set) var problem: BaliseError?
}

extension LocationsAPI {
    /// Opens the sharing of a device's places, with the mode and the waiting places of the last process. A new sharing
    /// is off.
    /// - Parameter source: `BackgroundLocationSource()` on an iPhone.
    /// - Parameter folder: The folder for the files of the sharing, a different folder for each device. Created if
    ///   missing.
    /// - Parameter keeping: How long the server stores the places.
    /// - Parameter watchesArrivals: Whether this phone observes the arrivals at the user's places, also while it shares
    ///   nothing. See ``ArrivalWatch``.
    /// - Throws: `storage`, also when another process uses the folder, and on a phone that was not unlocked since its
    ///   start.
    public func sharing(
        of device: LocationDeviceID, from source: any LocationSource, in folder: URL,
        keeping: LocationKeeping = .history, watchesArrivals: Bool = false
    ) async throws(BaliseError) -> LocationSharing {
        if let flaw = keeping.flaw { throw .invalid(flaw) }
        let outbox = try self.outbox(at: folder.appendingPathComponent("outbox"))
        let waiting = await outbox.status
        var arrivals: ArrivalWatch?
        if watchesArrivals { arrivals = try ArrivalWatch(of: device, in: folder, by: caller, configuration) }
        return LocationSharing(
            device, source, outbox, arrivals: arrivals, keeping: keeping, file: folder.appendingPathComponent("power"),
            waiting: waiting, configuration)
    }
}
