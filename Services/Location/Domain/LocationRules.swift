import Models

struct LocationRules: Sendable {
    /// Whether to accept fractional timestamps, accuracies out of range and decimal commas.
    let servesLegacyClients: Bool

    /// Returns the location for storage, without values that mean "unknown", and with the client's own text for the
    /// other values. Throws `invalidRequest` with the name of the first value that is not a number or is out of range.
    func checked(_ location: Location) throws(ServiceError) -> Location {
        let time = try number(location.timestamp, "Timestamp").value
        guard time >= 1, servesLegacyClients || time.rounded(.towardZero) == time else {
            throw ServiceError(.invalidRequest, "Timestamp is not a whole number of at least 1")
        }
        try check(location.longitude, "Longitude", within: -180...180)
        try check(location.latitude, "Latitude", within: -90...90)
        if servesLegacyClients {
            _ = try number(location.horizontalAccuracy, "HorizontalAccuracy")
        } else {
            try check(location.horizontalAccuracy, "HorizontalAccuracy", within: 0...10_000)
        }
        var kept = location
        kept.speed = try known(location.speed, "Speed", within: 0...1000)
        kept.batteryLevel = try known(location.batteryLevel, "BatteryLevel", within: 0...100)
        kept.altitude = try known(location.altitude, "Altitude", within: -1000...100_000, stringMayBeMinusOne: true)
        return kept
    }

    private func number(_ value: LocationValue, _ name: StaticString) throws(ServiceError) -> Numeral {
        guard let number = Numeral(value, takesDecimalComma: servesLegacyClients) else {
            throw ServiceError(.invalidRequest, "\(name) is not a number")
        }
        return number
    }

    private func check(
        _ value: LocationValue, _ name: StaticString, within range: ClosedRange<Double>
    ) throws(ServiceError) {
        guard range.contains(try number(value, name).value) else { throw LocationRules.outOfRange(name, range) }
    }

    /// Returns nil for -1, which means an unknown value, and `null` as it is. `stringMayBeMinusOne` accepts "-1".
    private func known(
        _ value: LocationValue?, _ name: StaticString, within range: ClosedRange<Double>,
        stringMayBeMinusOne: Bool = false
    ) throws(ServiceError) -> LocationValue? {
        guard let value else { return nil }
        if value == .null { return value }
        let number = try number(value, name)
        if number.value == -1, !(number.isString && stringMayBeMinusOne) { return nil }
        guard range.contains(number.value) else { throw LocationRules.outOfRange(name, range) }
        return value
    }

    private static func outOfRange(_ name: StaticString, _ range: ClosedRange<Double>) -> ServiceError {
        let (minimum, maximum) = (Int(range.lowerBound), Int(range.upperBound))
        return ServiceError(.invalidRequest, "\(name) is not within \(minimum) and \(maximum)")
    }
}

struct LocationPolicy: Sendable {
    /// The most locations in the history of a device; 0 for no history.
    var historyCap = 1023
    /// The most visitors in the list of a device; with `recordsEveryVisit`, the most visits.
    var visitorCap = 10
    /// Whether every visit is a separate entry. Otherwise each visitor has one entry, which a new visit renews.
    var recordsEveryVisit = false
    var checksReaderKeys = true
    /// Whether to serve 1.0 clients. They read without naming themselves, and send values that the rules would refuse.
    var servesLegacyClients = false
    /// How long a location without history is stored if the client names no time, in minutes.
    var defaultRetentionMinutes = 30
    var requiresKeyOfNewDevices = false
    /// Whether an entry of an allowed list is valid only for a reader that shows a device key.
    var readersMustHoldKey = false

    /// The most locations in one update, and the most devices in one read. The edge lets clients read fewer devices
    /// (`GetLocation.maximumDevices`).
    static let batchLimit = UpdateLocation.maximumEntries
}

extension Reader {
    /// Throws `invalidRequest` if the request names no reader, unless 1.0 clients are served.
    func checkPresence(_ policy: LocationPolicy) throws(ServiceError) {
        guard device != nil || policy.servesLegacyClients else {
            throw ServiceError(.invalidRequest, "RequestMiataruDeviceID is missing")
        }
    }

    var shown: [DeviceID] {
        guard key != nil, let device else { return [] }
        return [device]
    }
}

enum Retention {
    /// A hundred years, in seconds. A longer time would only cause overflows in time arithmetic.
    static let maximum: Int64 = 100 * 365 * 24 * 3600

    /// Returns a client's minutes as whole seconds, from 1 to `maximum`. A nil `minutes` means `standard`, in minutes.
    /// Throws `invalidRequest` for a value that is not a number above 0.
    static func seconds(_ minutes: LocationValue?, standard: Int) throws(ServiceError) -> Int64 {
        guard let minutes else { return min(Int64(standard) * 60, maximum) }
        guard let number = Numeral(minutes), number.value > 0 else {
            throw ServiceError(.invalidRequest, "LocationDataRetentionTime is not a number of minutes above 0")
        }
        let seconds = number.value * 60
        guard seconds < Double(maximum) else { return maximum }
        return max(1, Int64(seconds.rounded()))
    }
}

enum Slogan {
    /// The most Unicode code points of a slogan.
    static let maximumLength = 40

    /// Throws `invalidRequest` for a slogan that is too long or has control characters. An empty slogan is valid.
    static func check(_ slogan: String) throws(ServiceError) {
        guard slogan.length <= maximumLength else {
            throw ServiceError(.invalidRequest, "Slogan is longer than \(maximumLength) characters")
        }
        guard slogan.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw ServiceError(.invalidRequest, "Slogan has control characters")
        }
    }
}

enum PositionRules {
    /// The valid accuracies, in metres.
    private static let accuracies = 0.0...100_000

    /// The latest time that a position may have. A later time comes from a wrong clock.
    static func latest(at now: UnixTime) -> UnixTime { now.adding(seconds: SetPosition.leeway) }

    /// Throws `invalidRequest` if the accuracy is out of range, or the time over `SetPosition.leeway` after `now`.
    static func check(_ position: Position, at now: UnixTime) throws(ServiceError) {
        var wrong = WrongMembers()
        wrong.expect(
            position.accuracy.map(accuracies.contains) ?? true, "accuracy",
            "the accuracy must be a number of metres from 0 to 100,000")
        wrong.expect(
            position.at <= latest(at: now), "timestamp",
            "the time of the position is in the future; check the clock of the device")
        try wrong.finish()
    }

    /// Returns the position with `now` instead of a later time, which comes from the app's clock.
    static func dated(_ position: Position, at now: UnixTime) -> Position {
        var position = position
        position.at = min(position.at, now)
        return position
    }

    /// Whether a position replaces the stored position, `former`. A stored time in the future came from a wrong clock,
    /// possibly the server's, and any position replaces it: otherwise it would stay the latest. A position from before
    /// the deletion or prohibition at `erasedAt` must not restore data; an `erasedAt` in the future is ignored.
    static func replaces(
        _ former: PositionStatus?, erasedAt: UnixTime?, _ position: Position, at now: UnixTime
    ) -> Bool {
        if let erasedAt, erasedAt <= latest(at: now), position.at <= erasedAt { return false }
        guard let former else { return true }
        guard former.isAllowed else { return false }
        guard let kept = former.position, kept.at <= latest(at: now) else { return true }
        return kept.at <= position.at
    }
}

struct DeviceReport: Sendable {
    let device: DeviceID
    /// The keys in the device's entries, repetitions in a row left out; nil for an entry without a key. Each key must
    /// be right.
    var keys: [DeviceKey?]
    /// The locations in the order of the request; the last location is the newest.
    var locations: [Location]
    /// The positions of the locations in the request; empty if the request has only one location.
    var positions: [Int] = []

    /// Successive locations of one device in a request.
    struct Run: Sendable {
        let device: DeviceID
        var locations: [Location]
    }

    /// The locations of all reports in the order of the request.
    static func runs(_ reports: [DeviceReport]) -> [Run] {
        if reports.count == 1 { return [Run(device: reports[0].device, locations: reports[0].locations)] }
        var all: [(position: Int, device: DeviceID, location: Location)] = []
        for report in reports {
            for (position, location) in zip(report.positions, report.locations) {
                all.append((position, report.device, location))
            }
        }
        all.sort { $0.position < $1.position }
        var runs: [Run] = []
        for (_, device, location) in all {
            if runs.last?.device == device {
                runs[runs.count - 1].locations.append(location)
            } else {
                runs.append(Run(device: device, locations: [location]))
            }
        }
        return runs
    }

    /// One report per device, in the order in which the request first names the devices.
    static func reports(_ entries: [UpdateLocation.Entry]) -> [DeviceReport] {
        if entries.count == 1 {
            return [DeviceReport(device: entries[0].device, keys: [entries[0].key], locations: [entries[0].location])]
        }
        var places: [DeviceID: Int] = [:]
        var reports: [DeviceReport] = []
        for (position, entry) in entries.enumerated() {
            if let place = places[entry.device] {
                reports[place].add(entry, at: position)
            } else {
                places[entry.device] = reports.count
                reports.append(
                    DeviceReport(
                        device: entry.device, keys: [entry.key], locations: [entry.location], positions: [position]))
            }
        }
        return reports
    }

    /// Adds an entry of the same device. A device usually repeats its key, so only a different key is added.
    private mutating func add(_ entry: UpdateLocation.Entry, at position: Int) {
        locations.append(entry.location)
        positions.append(position)
        switch (keys[keys.count - 1], entry.key) {
        case (nil, nil): break
        case (let last?, let key?) where last.secret.utf8.elementsEqual(key.secret.utf8): break
        default: keys.append(entry.key)
        }
    }
}

enum Keeping: Hashable, Sendable {
    /// Each location is stored until newer locations replace it.
    case history
    /// Only the last location of each device is stored, until the given time. The device's history is deleted.
    case until(UnixTime)
}

extension DeviceID {
    /// A new device counts once for each 64 bytes of its id, which also limits the bytes that an address can store
    /// here. The ids of apps have 36 or 40 bytes.
    static let bytesOfShare = 64

    var weightAsNew: Int { max(1, (text.utf8.count + DeviceID.bytesOfShare - 1) / DeviceID.bytesOfShare) }
}
