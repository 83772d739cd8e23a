import BaliseJSON
import Foundation

/// Decides what a source observes, and which places are shared. It has no clock; the caller passes the time.
struct LocationPolicy: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        case observe(LocationObservation)
        /// Call the method `wake` at this time.
        case wake(at: Date)
        /// Store a place that is to be shared. This action comes last, because the caller waits for the disk, and the
        /// other actions must not wait.
        case keep(LocationFix)
    }

    /// The smallest radius of a boundary in metres. The system reports smaller circles unreliably.
    private static let smallestRadius = 100.0
    private static let news = PositionNews(distance: 50, interval: 300)

    private(set) var power: LocationPower
    /// The mode that follows when a precise time ends.
    private(set) var resting: LocationPower
    private(set) var permission = LocationPermission.undecided
    /// When the user switched sharing on. Earlier places are not shared: the system also reports an earlier place.
    private(set) var since = Date(timeIntervalSince1970: 0)
    private var observed = LocationObservation.nothing
    /// Where the device stopped; nil while it moves.
    private var stop: LocationFix?
    /// The newest valid fix, shared or not.
    private var latest: LocationFix?
    private var kept: LocationFix?

    init(_ resting: LocationPower = .off) { (power, self.resting) = (resting, resting) }

    /// Returns the first actions of a process, in which the source observes nothing yet.
    mutating func start(at now: Date) -> [Action] {
        expire(at: now)
        observed = wanted
        return [.observe(wanted)] + alarm
    }

    mutating func set(_ power: LocationPower, at now: Date) -> [Action] {
        if self.power == .off { since = now }
        self.power = power
        if case .precise = power { expire(at: now) } else { resting = power }
        (stop, latest) = (nil, nil)
        return change() + alarm
    }

    mutating func wake(at now: Date) -> [Action] {
        expire(at: now)
        return change() + alarm
    }

    mutating func take(_ event: LocationEvent, at now: Date) -> [Action] {
        expire(at: now)
        var found: LocationFix?
        switch event {
        case .permission(let permission): self.permission = permission
        case .left: stop = nil
        case .crossed: break
        case .stationary:
            stop = latest
            if let latest, isLater(latest) { found = latest }
        case .fix(let fix):
            guard fix.recordedAt >= since, DeviceLocation(fix) != nil else { break }
            if fix.recordedAt > latest?.recordedAt ?? .distantPast { latest = fix }
            if let stop, fix.metres(to: stop) > radius(of: stop) { self.stop = nil }
            if isNews(fix) { found = fix }
        }
        let actions = change()
        guard power != .off, let found else { return actions }
        kept = found
        return actions + [.keep(found)]
    }

    /// Forgets the last place, which could not be stored, so that the next place is shared even if it is near.
    mutating func forgetKept() { kept = nil }

    private mutating func expire(at now: Date) {
        guard case .precise(let end) = power, end <= now else { return }
        power = resting
        stop = nil
    }

    private mutating func change() -> [Action] {
        guard wanted != observed else { return [] }
        observed = wanted
        return [.observe(wanted)]
    }

    private var alarm: [Action] { if case .precise(let end) = power { [.wake(at: end)] } else { [] } }

    private var wanted: LocationObservation {
        guard permission != .denied else { return .nothing }
        switch power {
        case .off: return .nothing
        case .whenMoving: return LocationObservation(changes: true)
        case .balanced:
            // With the while-in-use permission, only running updates keep the app alive. It pauses them at a stop.
            guard let stop, permission != .whenInUse else { return LocationObservation(changes: true, updates: true) }
            let boundary = LocationObservation.Boundary(
                latitude: stop.latitude, longitude: stop.longitude, radius: radius(of: stop))
            return LocationObservation(changes: true, boundary: boundary)
        case .precise: return LocationObservation(changes: true, updates: true)
        }
    }

    private func radius(of stop: LocationFix) -> Double { max(Self.smallestRadius, stop.horizontalAccuracy) }

    private func isNews(_ fix: LocationFix) -> Bool {
        guard isLater(fix) else { return false }
        return power == .balanced ? Self.news.counts(fix, after: kept) : true
    }

    /// Whether the fix is from a later second than the last kept fix, because the server keeps whole seconds.
    private func isLater(_ fix: LocationFix) -> Bool {
        guard let kept else { return true }
        return fix.recordedAt.timeIntervalSince1970.rounded(.down)
            > kept.recordedAt.timeIntervalSince1970.rounded(.down)
    }
}

// The mode is stored in a file, because the system may start the app again without the user.
extension LocationPolicy: JSONReadable, JSONWritable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        let name: String = try json.needed("power")
        guard let resting = LocationPower.lasting[name] else { throw JSONShapeError(.isNot("a power mode")) }
        self.init(resting)
        since = Date(outboxMilliseconds: try json.needed("since"))
        let end: Int64? = try json.optional("preciseUntil")
        if let end { power = .precise(until: Date(outboxMilliseconds: end)) }
    }

    func write(to json: inout JSONObject) {
        json.set("power", LocationPower.lasting.first { $0.value == resting }?.key)
        json.set("since", since.outboxMilliseconds)
        if case .precise(let end) = power { json.set("preciseUntil", end.outboxMilliseconds) }
    }
}
