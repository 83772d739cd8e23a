import BaliseJSON
import Foundation

struct WaitingLocation: OutboxItem {
    typealias Owner = LocationDeviceID

    static let batchLimit = 200
    static let rememberedRefusals = 100
    static let gathering = 0.0

    let location: DeviceLocation
    let keeping: LocationKeeping

    /// Rounds the time to milliseconds, the file's precision, so that a place read back is equal.
    init(_ location: DeviceLocation, keeping: LocationKeeping) {
        var location = location
        location.recordedAt = Date(outboxMilliseconds: location.recordedAt.outboxMilliseconds)
        (self.location, self.keeping) = (location, keeping)
    }

    var order: Date? { location.recordedAt }

    /// Whether the server keeps no earlier places beside this place.
    var standsAlone: Bool { if case .newestOnly = keeping { true } else { false } }

    func repeats(_ other: WaitingLocation) -> Bool { false }

    /// Whether a place from the history is this place. The server keeps whole seconds and unchanged coordinates.
    func equals(_ stored: DeviceLocation) -> Bool {
        stored.wireTimestamp == location.wireTimestamp && stored.latitude == location.latitude
            && stored.longitude == location.longitude
    }

    func isExpired(at now: Date) -> Bool { minutesLeft(at: now) == 0 }

    /// Returns the minutes that the server may still show the place at `now`, 0 when it has expired; nil for a place
    /// that joins the history. Time in the outbox counts.
    func minutesLeft(at now: Date) -> Int? {
        guard case .newestOnly(let minutes) = keeping else { return nil }
        // If the clock was set back, the age is 0 and not negative.
        let age = max(0, now.timeIntervalSince(location.recordedAt))
        return max(0, Int((Double(minutes) - age / 60).rounded(.up)))
    }
}

extension WaitingLocation: JSONReadable, JSONWritable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        let minutes: Int? = try json.optional("minutes")
        self.init(
            DeviceLocation(
                recordedAt: Date(outboxMilliseconds: try json.needed("at")), latitude: try json.needed("latitude"),
                longitude: try json.needed("longitude"), horizontalAccuracy: try json.needed("accuracy"),
                speed: try json.optional("speed"), batteryLevel: try json.optional("battery"),
                altitude: try json.optional("altitude")),
            keeping: minutes.map { .newestOnly(minutes: $0) } ?? .history)
    }

    func write(to json: inout JSONObject) {
        json.set("at", location.recordedAt.outboxMilliseconds)
        json.set("latitude", location.latitude)
        json.set("longitude", location.longitude)
        json.set("accuracy", location.horizontalAccuracy)
        json.set("speed", location.speed)
        json.set("battery", location.batteryLevel)
        json.set("altitude", location.altitude)
        if case .newestOnly(let minutes) = keeping { json.set("minutes", minutes) }
    }
}

extension LocationDeviceID: OutboxOwner {
    static let member: StaticString = "device"
}

extension OutboxBatch<WaitingLocation> {
    /// Returns how long the server keeps the place: the minutes that remain after the wait, or with the history.
    func keeping(at now: Date) -> LocationKeeping {
        entries.first?.item.minutesLeft(at: now).map { .newestOnly(minutes: max(1, $0)) } ?? .history
    }

    /// Whether every server would refuse the batch. An earlier version of the SDK may have stored an invalid place.
    var isFlawed: Bool { entries.contains { $0.item.keeping.flaw != nil || $0.item.location.flaw != nil } }
}

extension Date {
    /// The time in milliseconds since 1970, rounded to the nearest, so that values read from the file stay unchanged.
    var outboxMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    init(outboxMilliseconds milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
