import Models

/// Whether a device is at a place, as far as its clear reports tell.
struct ArrivalState: Hashable, Sendable {
    /// Whether the device is inside; nil before the first clear report.
    var isInside: Bool?
    /// The time, by the server's clock, since which reports contradict `isInside`; nil while they agree.
    var changingSince: UnixTime?
    /// The time of the latest clear fix, in milliseconds since 1970.
    var lastFix: Int64?

    /// `isInside` as a number for SQL comparisons: 0 outside, 1 inside, 2 unknown.
    var code: Int { isInside.map { $0 ? 1 : 0 } ?? 2 }
}

enum ArrivalRules {
    /// The seconds that a device must stay inside or outside before it counts. A passing device does not arrive.
    static let dwell: Int64 = 120
    /// The least seconds between two changes that a phone reports, by its clock and by the server's. Phones wait for
    /// `dwell`, by clocks that differ.
    static let shortestStay: Int64 = 60
    /// The greatest age of a fix in seconds. An older fix comes from an app's outbox and describes the past.
    static let recent: Int64 = 600
    /// The accuracy of a phone among houses, in metres. It is enough within a smaller radius, too.
    static let usualAccuracy = 100.0
    /// The seconds after which an unsent notice is dropped.
    static let noticeLife: Int64 = 3600
    /// The most notices about an owner's arrivals that a watcher gets within `noticeLife`.
    static let maximumNotices = 6

    /// Returns the state after a report. A report that is old, older than the latest clear fix, inaccurate, or between
    /// inside and outside does not change the state. The first clear report sets `isInside` and causes no arrival.
    static func state(
        _ former: ArrivalState, after location: Location, centre: Coordinate, radius: Int, at now: UnixTime
    ) -> ArrivalState {
        guard let fixedAt = HistoryRules.fixedAt(location.timestamp), fixedAt >= former.lastFix ?? .min,
            let isInside = isInside(location, fixedAt, centre: centre, radius: Double(radius), at: now)
        else { return former }
        guard let known = former.isInside, known != isInside else {
            return ArrivalState(isInside: isInside, lastFix: fixedAt)
        }
        // A time in the future was made by a wrong clock.
        let since = former.changingSince.map { min($0, now) } ?? now
        return ArrivalState(isInside: known, changingSince: since, lastFix: fixedAt)
    }

    /// Whether a change that the owner's phone reports counts. It must be new, and must have begun within `noticeLife`,
    /// after the last counted change by `shortestStay`, and not before a clear report that contradicts it. So a late
    /// report neither repeats a change nor undoes a later one.
    static func counts(
        _ isInside: Bool, since time: UnixTime, _ former: ArrivalState, changedAt: UnixTime?, at now: UnixTime
    ) -> Bool {
        guard former.isInside != isInside, time >= now.adding(seconds: -noticeLife) else { return false }
        let isContradicted = former.changingSince == nil && time.rawValue < former.lastFix ?? .min
        return !isContradicted && changedAt.map { time >= $0.adding(seconds: shortestStay) } ?? true
    }

    private static func isInside(
        _ location: Location, _ fixedAt: Int64, centre: Coordinate, radius: Double, at now: UnixTime
    ) -> Bool? {
        guard let place = location.coordinate, let accuracy = location.accuracy,
            fixedAt >= now.adding(seconds: -recent).rawValue, fixedAt <= PositionRules.latest(at: now).rawValue
        else { return nil }
        let (way, doubt) = (place.metres(to: centre), max(0, accuracy))
        guard doubt <= max(radius, usualAccuracy) else { return nil }
        if way <= radius { return true }
        // The extra distance prevents a device at the border from changing sides with every report.
        return way - doubt > radius + max(50, radius / 5) ? false : nil
    }

    /// Throws `invalidRequest`, which names all wrong members. `watchers` must not contain an account twice.
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
    /// A requested watcher is in no circle with the owner.
    case strangers
    /// A requested watcher has refused the owner's places.
    case refused
    /// The account does not refuse the other account.
    case notRefused

    var answer: ServiceError {
        switch self {
        case .unknown: ServiceError(.notFound, "you have no such place")
        case .tooManyPlaces:
            ServiceError(.conflict, "a user may have \(CreateArrivalPlace.maximumCount) places; remove one first")
        case .refused:
            ServiceError(
                .conflict, "a watcher does not want notices of your arrivals; leave this watcher out",
                field: "watchers")
        case .notRefused: ServiceError(.notFound, "you do not refuse the arrivals of this user")
        case .strangers:
            ServiceError(
                .invalidRequest, "the watchers must be members of a circle that you are in", field: "watchers")
        }
    }
}
