// When a notification begins in the time zones of the world, one after the other.

import Models

/// When a local time comes in the time zones that there are. They do not depend on who is told, so that nobody learns by
/// them where anybody is.
struct LocalWaves: Sendable {
    /// Each moment once, the earliest first. The first ones are those of UTC+14, the last one that of UTC-12.
    let moments: [UnixTime]

    init(of local: LocalMoment) {
        moments = Set(LocalWaves.zones.map { local.moment(in: $0) }).sorted()
    }

    /// Read once, with the first notification by local times.
    private static let zones = ZoneDatabase.system.all.union([14, -12].map { ZoneRules(fixedOffset: $0 * 3600) })

    /// When the first people are told.
    var first: UnixTime { moments.first ?? UnixTime(milliseconds: 0) }

    /// From when on it has been that time everywhere.
    var last: UnixTime { moments.last ?? UnixTime(milliseconds: 0) }

    /// The next one after a moment; nil when it has been that time everywhere.
    func next(after now: UnixTime) -> UnixTime? { moments.first { $0 > now } }

    /// The latest one that has come; nil before the first.
    func latest(at now: UnixTime) -> UnixTime? { moments.last { $0 <= now } }
}

/// Tells of people when a local time comes for them.
struct LocalTimes {
    private let start: LocalStart
    private var known: [String: UnixTime] = [:]

    init(_ start: LocalStart) { self.start = start }

    /// - Parameter zone: nil, and one that is not known, for the fallback.
    mutating func moment(in zone: String?) -> UnixTime {
        let name = zone ?? start.fallbackZone
        if let moment = known[name] { return moment }
        let zone = ZoneDatabase.system.rules(of: name) ?? ZoneDatabase.system.rules(of: start.fallbackZone)
        // The fallback was checked when it was taken on.
        let moment = start.moment.moment(in: zone ?? .utc)
        known[name] = moment
        return moment
    }
}
