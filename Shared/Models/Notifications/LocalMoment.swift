// Dates and times of the day, as clocks on the wall show them, and when that is.

/// A date and a time of the day to the minute, in whatever time zone.
public struct LocalMoment: Hashable, Comparable, Sendable {
    /// Minutes since 1970-01-01T00:00 by the clock.
    public let minutes: Int64

    public init(minutes: Int64) { self.minutes = minutes }

    /// The time of a date that is so many minutes after midnight.
    public init(_ date: CivilDate, minute: Int64) { minutes = date.daysSince1970 * 1440 + minute }

    /// Reads `2026-12-24T18:00`; nil for what is written in another way, and for what there is not.
    public init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard text.utf8.count == LocalMoment.textLength, parts.count == 2 else { return nil }
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        let time = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard date.map(\.utf8.count) == [4, 2, 2], time.map(\.utf8.count) == [2, 2],
            (date + time).allSatisfy({ $0.utf8.allSatisfy { $0.isASCIIDigit } }),
            let year = Int64(date[0]), let month = Int64(date[1]), let day = Int64(date[2]),
            let hour = Int64(time[0]), let minute = Int64(time[1]), (0..<24).contains(hour), (0..<60).contains(minute),
            let civil = CivilDate(year: year, month: month, day: day)
        else { return nil }
        self.init(civil, minute: hour * 60 + minute)
    }

    /// How many characters its text has.
    public static let textLength = 16

    /// The date of it.
    public var date: CivilDate { CivilDate(daysSince1970: minutes.dividedDown(by: 1440).quotient) }

    /// Minutes after midnight.
    public var minuteOfDay: Int64 { minutes.dividedDown(by: 1440).remainder }

    /// As it is read: `2026-12-24T18:00`.
    public var text: String {
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let (date, minute) = (date, minuteOfDay)
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
            + "T\(digits(minute / 60, 2)):\(digits(minute % 60, 2))"
    }

    public static func < (one: LocalMoment, other: LocalMoment) -> Bool { one.minutes < other.minutes }
}

extension LocalMoment {
    /// When the clocks of a time zone show it (RFC 5545, section 3.3.5): the first time where they show it twice, and where
    /// they skip it the moment that it would be without the change, so that they show as much later as they skip.
    public func moment(in zone: ZoneRules) -> UnixTime {
        let seconds = minutes * 60
        // No zone is a day apart from UTC, and none changes its clocks twice within two days.
        let before = seconds - zone.offset(at: seconds - 86_400)
        if before + zone.offset(at: before) == seconds { return UnixTime(milliseconds: before * 1000) }
        let after = seconds - zone.offset(at: seconds + 86_400)
        return UnixTime(milliseconds: (after + zone.offset(at: after) == seconds ? after : before) * 1000)
    }

    /// What the clocks of a time zone show at a moment.
    public init(_ moment: UnixTime, in zone: ZoneRules) {
        let second = moment.rawValue.dividedDown(by: 1000).quotient
        minutes = (second + zone.offset(at: second)).dividedDown(by: 60).quotient
    }
}

extension LocalMoment: Codable {
    public init(from decoder: any Decoder) throws { minutes = try decoder.singleValueContainer().decode(Int64.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(minutes)
    }
}

/// When each person is told at the same time by their own clock.
public struct LocalStart: Codable, Hashable, Sendable {
    public var moment: LocalMoment
    /// The name in the tz database of the time zone of those of whom none is known.
    public var fallbackZone: String

    enum CodingKeys: Int, CodingKey { case moment = 0, fallbackZone }

    public init(_ moment: LocalMoment, fallbackZone: String) {
        self.moment = moment
        self.fallbackZone = fallbackZone
    }
}
