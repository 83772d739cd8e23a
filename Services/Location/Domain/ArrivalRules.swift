import Models

/// Whether a device is at a place, by its clear reports.
struct ArrivalState: Hashable, Sendable {
    /// Nil before the first clear report.
    var isInside: Bool?
    /// Since when reports say the opposite of `isInside`, by the clock of the server.
    var changingSince: UnixTime?

    /// `isInside` as a number that is never missing.
    var code: Int { isInside.map { $0 ? 1 : 0 } ?? 2 }
}

enum ArrivalRules {
    /// Seconds that a device must be inside or outside: one that passes by neither arrives nor leaves.
    static let dwell: Int64 = 120
    /// A fix older than this many seconds comes from an outbox, and is history.
    static let recent: Int64 = 600
    /// Metres; a phone among houses is as inaccurate as that.
    static let usualAccuracy = 100.0
    /// A notice that is later by as many seconds is dropped.
    static let noticeLife: Int64 = 3600

    /// The state after a report. One that is old, inaccurate, or between inside and outside decides nothing. The first clear
    /// report is no arrival.
    static func state(
        _ former: ArrivalState, after location: Location, centre: Coordinate, radius: Int, at now: UnixTime
    ) -> ArrivalState {
        guard let isInside = isInside(location, centre: centre, radius: Double(radius), at: now) else { return former }
        guard let known = former.isInside, known != isInside else { return ArrivalState(isInside: isInside) }
        return ArrivalState(isInside: known, changingSince: former.changingSince ?? now)
    }

    private static func isInside(
        _ location: Location, centre: Coordinate, radius: Double, at now: UnixTime
    ) -> Bool? {
        guard let place = location.coordinate, let accuracy = location.accuracy,
            let fixedAt = HistoryRules.fixedAt(location.timestamp),
            fixedAt >= now.adding(seconds: -recent).rawValue, fixedAt <= PositionRules.latest(at: now).rawValue
        else { return nil }
        let (way, doubt) = (place.metres(to: centre), max(0, accuracy))
        guard doubt <= max(radius, usualAccuracy) else { return nil }
        if way <= radius { return true }
        // A device at the border would otherwise come and go with every report.
        return way - doubt > radius + max(50, radius / 5) ? false : nil
    }

    /// Throws `invalidRequest` with all wrong members. A place has several watchers at most once.
    static func check(
        name: Personal<String>?, radius: Int? = nil, watchers: [AccountID]?, owner: AccountID
    ) throws(ServiceError) {
        var wrong = WrongMembers()
        try wrong.check { () throws(ServiceError) in try CircleRules.check(name: name, memberName: nil) }
        let radii = CreateArrivalPlace.radii
        wrong.expect(
            radius.map(radii.contains) ?? true, "radius",
            "the radius must be from \(radii.lowerBound) to \(radii.upperBound) metres")
        let isRight = watchers.map { watchers in
            (1...CreateArrivalPlace.maximumWatchers).contains(watchers.count) && Set(watchers).count == watchers.count
                && !watchers.contains(owner)
        }
        wrong.expect(
            isRight ?? true, "watchers",
            "name 1 to \(CreateArrivalPlace.maximumWatchers) other members of your circles, each once")
        try wrong.finish()
    }
}

enum ArrivalRefusal: Hashable {
    case unknown
    case tooManyPlaces
    /// A watcher is in no circle with the owner.
    case strangers

    var answer: ServiceError {
        switch self {
        case .unknown: ServiceError(.notFound, "you have no such place")
        case .tooManyPlaces:
            ServiceError(.conflict, "a user may have \(CreateArrivalPlace.maximumCount) places; remove one first")
        case .strangers:
            ServiceError(
                .invalidRequest, "the watchers must be members of a circle that you are in", field: "watchers")
        }
    }
}
