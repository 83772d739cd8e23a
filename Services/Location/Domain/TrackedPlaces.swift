import Models

/// A place of a tracker in the form in which it is stored.
struct TrackedPlace: Hashable, Sendable {
    let location: Location
    /// The time of the fix, in whole seconds as in the location.
    let fixedAt: UnixTime

    /// How far after now a fix may be, in seconds. A place from a wrong clock must not be the newest for long.
    private static let furthestAhead: Int64 = 86_400
    private static let largestAccuracy = LocationValue(json: "10000")
    private static let unknownAccuracy = LocationValue(json: "0")

    /// Makes the place of a report; nil for a place that can never be stored. An optional value that is out of range is
    /// left out, because it must not cost the place; an accuracy above 10,000 m becomes 10,000, and an unreadable or
    /// negative accuracy becomes 0.
    init?(_ report: TrackerReport, speedIn unit: SpeedUnit, at now: UnixTime) {
        let latest = now.adding(seconds: TrackedPlace.furthestAhead)
        guard report.fixedAt.rawValue >= 1000, report.fixedAt <= latest,
            Numeral(report.location.latitude).map({ abs($0.value) <= 90 }) ?? false,
            Numeral(report.location.longitude).map({ abs($0.value) <= 180 }) ?? false
        else { return nil }
        var kept = report.location
        let second = report.fixedAt.rawValue / 1000
        kept.timestamp = LocationValue(json: "\"\(second)\"")
        let accuracy = Numeral(kept.horizontalAccuracy)?.value ?? -1
        if !(0...10_000).contains(accuracy) {
            kept.horizontalAccuracy = accuracy < 0 ? TrackedPlace.unknownAccuracy : TrackedPlace.largestAccuracy
        }
        kept.speed = unit.metresPerSecond(kept.speed)
        kept.batteryLevel = TrackedPlace.within(0...100, kept.batteryLevel)
        kept.altitude = TrackedPlace.within(-1000...100_000, kept.altitude)
        location = kept
        fixedAt = UnixTime(milliseconds: second * 1000)
    }

    private static func within(_ range: ClosedRange<Double>, _ value: LocationValue?) -> LocationValue? {
        guard let value, let number = Numeral(value)?.value, range.contains(number) else { return nil }
        return value
    }
}

extension SpeedUnit {
    /// Returns a speed in metres per second: with at most two decimal places after a conversion, otherwise as it was
    /// sent. Nil for a speed that is not a number, is negative, or is above 1000 m/s.
    fileprivate func metresPerSecond(_ speed: LocationValue?) -> LocationValue? {
        guard let speed, let number = Numeral(speed)?.value, number >= 0 else { return nil }
        let converted =
            switch self {
            case .knots: number * 1852 / 3600
            case .kilometresPerHour: number / 3.6
            default: number
            }
        guard converted <= 1000 else { return nil }
        if self == .metresPerSecond { return speed }
        let hundredths = Int((converted * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return LocationValue(json: "\(whole)") }
        return LocationValue(json: rest < 10 ? "\(whole).0\(rest)" : "\(whole).\(rest)")
    }
}

/// The places of one request in relation to the current place. Trackers upload what they have collected, in any order,
/// and repeat it after a lost answer: the newest fix is the current place, and each fix is stored once.
struct TrackedPlaces: Sendable {
    private(set) var newer: [TrackedPlace] = []
    private(set) var older: [TrackedPlace] = []
    private(set) var repeated = 0

    /// - Parameter current: The time of the current place's fix; nil without a current place. A time in the future
    ///   comes from a wrong clock, and any place replaces it.
    init(_ places: [TrackedPlace], current: UnixTime?, at now: UnixTime) {
        let known = current.flatMap { TrackedPlaces.isAhead($0, at: now) ? nil : $0 }
        var seen: Set<Int64> = []
        for place in places {
            guard seen.insert(place.fixedAt.rawValue).inserted else {
                repeated += 1
                continue
            }
            if place.fixedAt == current {
                repeated += 1
            } else if let known, place.fixedAt < known {
                older.append(place)
            } else {
                newer.append(place)
            }
        }
        newer.sort { $0.fixedAt < $1.fixedAt }
        older.sort { $0.fixedAt < $1.fixedAt }
    }

    /// How far after now a fix may be before its clock counts as wrong, in seconds.
    private static let leeway: Int64 = 60

    private static func isAhead(_ time: UnixTime, at now: UnixTime) -> Bool { time > now.adding(seconds: leeway) }

    /// The range of times in which fixes may be in a history already; nil if there are no such fixes. A fix after the
    /// current fix cannot be, unless a clock was wrong.
    func doubtful(current: UnixTime?, at now: UnixTime) -> ClosedRange<Int64>? {
        let isOrdered = current.map { !TrackedPlaces.isAhead($0, at: now) } ?? false
        let ahead = newer.filter { !isOrdered || TrackedPlaces.isAhead($0.fixedAt, at: now) }
        let doubtful = (older + ahead).map(\.fixedAt.rawValue)
        guard let first = doubtful.min(), let last = doubtful.max() else { return nil }
        return first...last
    }

    mutating func leaveOut(_ stored: Set<Int64>) {
        let before = newer.count + older.count
        newer.removeAll { stored.contains($0.fixedAt.rawValue) }
        older.removeAll { stored.contains($0.fixedAt.rawValue) }
        repeated += before - newer.count - older.count
    }
}
