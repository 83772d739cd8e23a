import Models

/// The times at which a local time is reached in all the world's time zones. The times are independent of the
/// recipients, so that they do not reveal a user's zone.
struct LocalWaves: Sendable {
    /// The begins, from UTC+14 to UTC-12, sorted and unique.
    let moments: [UnixTime]

    init(of local: LocalMoment) { moments = Set(LocalWaves.zones.map { local.moment(in: $0) }).sorted() }

    /// The rules of all time zones, read with the first notification by local times.
    private static let zones = ZoneDatabase.system.all.union([14, -12].map { ZoneRules(fixedOffset: $0 * 3600) })

    var first: UnixTime { moments.first ?? UnixTime(milliseconds: 0) }

    var last: UnixTime { moments.last ?? UnixTime(milliseconds: 0) }

    func next(after now: UnixTime) -> UnixTime? { moments.first { $0 > now } }

    func latest(at now: UnixTime) -> UnixTime? { moments.last { $0 <= now } }
}

struct LocalTimes {
    private let start: LocalStart
    private var known: [String: UnixTime] = [:]

    init(_ start: LocalStart) { self.start = start }

    /// Returns the begin for a time zone.
    /// - Parameter zone: The recipient's time zone. Nil and unknown zones select the fallback.
    mutating func moment(in zone: String?) -> UnixTime {
        let name = zone ?? start.fallbackZone
        if let moment = known[name] { return moment }
        let zone = ZoneDatabase.system.rules(of: name) ?? ZoneDatabase.system.rules(of: start.fallbackZone)
        // The fallback was checked on acceptance.
        let moment = start.moment.moment(in: zone ?? .utc)
        known[name] = moment
        return moment
    }
}
