import BaliseJSON
package import Models

/// Finds the end of quiet hours by users' wall clocks from one time on. It caches results that many users share.
package struct QuietTime {
    private let now: UnixTime
    private var known: [QuietHours: UnixTime?] = [:]

    package init(at now: UnixTime) { self.now = now }

    /// Returns the first time from now on that is not quiet; nil if it is not quiet now. Hours with an unknown time
    /// zone, or with equal begin and end, are never quiet.
    package mutating func end(of hours: QuietHours) -> UnixTime? {
        if let end = known[hours] { return end }
        let end = Self.end(of: hours, from: now)
        known[hours] = .some(end)
        return end
    }

    private static let minute: Int64 = 60
    private static let day: Int64 = 86_400

    /// Returns the end of quiet hours. Local time decides around a clock change: quiet hours that end within a skipped
    /// hour end with the change, and a repeated hour is quiet both times.
    private static func end(of hours: QuietHours, from now: UnixTime) -> UnixTime? {
        guard hours.start != hours.end, let zone = ZoneDatabase.system.rules(of: hours.timeZone) else { return nil }
        var moment = now
        while true {
            let second = wallSecond(moment, zone)
            guard isQuiet(second / minute, hours) else { return moment == now ? nil : moment }
            let untilEnd = (Int64(hours.end) * minute - second + day) % day
            // The wall clock shows whole seconds, and quiet hours end on one.
            let wholeSecond = moment.rawValue - (moment.rawValue % 1000 + 1000) % 1000
            let end = UnixTime(milliseconds: wholeSecond).adding(seconds: untilEnd)
            let change = zone.change(after: Self.second(moment)).map { UnixTime(milliseconds: $0 * 1000) }
            guard let change, change <= end else { return end }
            moment = change
        }
    }

    /// Returns the seconds since midnight on the wall clock.
    private static func wallSecond(_ moment: UnixTime, _ zone: ZoneRules) -> Int64 {
        (second(moment) + zone.offset(at: second(moment))).dividedDown(by: day).remainder
    }

    private static func second(_ moment: UnixTime) -> Int64 { moment.rawValue.dividedDown(by: 1000).quotient }

    private static func isQuiet(_ minute: Int64, _ hours: QuietHours) -> Bool {
        let (start, end) = (Int64(hours.start), Int64(hours.end))
        return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
}

enum QuietPassage: Hashable, Sendable {
    /// The push is sent in quiet hours, too: it is neither visible nor audible, or it is useless later.
    case always
    /// The push is sent in quiet hours without a sound and without lighting the screen.
    case silently
    /// The push is sent in quiet hours if the user permits it, because it may break through a Focus or silent mode.
    case ifAllowed
    case afterwards
}

extension NotificationContent {
    var quietPassage: QuietPassage {
        switch pushType {
        case .voip: .always
        case .background, .location, .complication, .fileprovider, .mdm: isShownByRawParts ? .afterwards : .always
        case .liveactivity:
            // A start contains an alert, which the system demands. An update has one only if the publisher adds it.
            liveActivity?.event == .start || isShownByRawParts ? .afterwards : .silently
        case .alert: isInterruption ? .ifAllowed : .afterwards
        }
    }

    /// Whether the content interrupts, by its level or its raw parts.
    var isInterruption: Bool {
        func breaksThrough(_ level: InterruptionLevel?) -> Bool { level == .timeSensitive || level == .critical }
        return breaksThrough(interruptionLevel)
            || rawAPS.contains { aps in
                breaksThrough(aps.member("interruption-level")?.string.flatMap(InterruptionLevel.init(rawValue:)))
                    // A sound object can be critical.
                    || aps.member("sound")?.kind == .object
                    || aps.member("alert")?.member("sound")?.kind == .object
            }
    }

    private var isShownByRawParts: Bool {
        let fcm = fcm?.value
        let shown = [fcm, fcm?.member("android"), fcm?.member("webpush")].map { $0?.member("notification") }
        return shown.contains { $0 != nil }
            || rawAPS.contains { $0.member("alert") != nil || $0.member("sound") != nil }
    }

    private var rawAPS: [JSONValue] {
        [apns?.value, fcm?.value?.member("apns")?.member("payload")].compactMap { $0?.member("aps") }
    }
}
