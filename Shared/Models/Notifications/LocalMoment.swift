/// A date and a time of day to the minute, without a time zone.
public struct LocalMoment: Hashable, Comparable, Sendable {
    /// Minutes since 1970-01-01T00:00 local time.
    public let minutes: Int64

    public init(minutes: Int64) { self.minutes = minutes }

    public init(_ date: CivilDate, minute: Int64) { minutes = date.daysSince1970 * 1440 + minute }

    /// Reads `2026-12-24T18:00`; nil for any other form, and for dates and times that do not exist.
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

    public static let textLength = 16

    public var date: CivilDate { CivilDate(daysSince1970: minutes.dividedDown(by: 1440).quotient) }

    public var minuteOfDay: Int64 { minutes.dividedDown(by: 1440).remainder }

    public var text: String { "\(date.text)T\((minuteOfDay / 60).digits(2)):\((minuteOfDay % 60).digits(2))" }

    public static func < (one: LocalMoment, other: LocalMoment) -> Bool { one.minutes < other.minutes }
}

extension LocalMoment {
    /// Returns the moment at which a zone's clocks show this time. If they show it twice, returns the first moment; if
    /// they skip it, moves it forward by the gap (RFC 5545, section 3.3.5).
    public func moment(in zone: ZoneRules) -> UnixTime {
        let seconds = minutes * 60
        // No zone is a day away from UTC, and none changes its clocks twice within two days.
        let before = seconds - zone.offset(at: seconds - 86_400)
        if before + zone.offset(at: before) == seconds { return UnixTime(milliseconds: before * 1000) }
        let after = seconds - zone.offset(at: seconds + 86_400)
        return UnixTime(milliseconds: (after + zone.offset(at: after) == seconds ? after : before) * 1000)
    }

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

/// A local time at which each user is notified by their own clock.
public struct LocalStart: Codable, Hashable, Sendable {
    public var moment: LocalMoment
    /// The time zone for users whose time zone is unknown, as a name of the tz database.
    public var fallbackZone: String

    enum CodingKeys: Int, CodingKey { case moment = 0, fallbackZone }

    public init(_ moment: LocalMoment, fallbackZone: String) {
        (self.moment, self.fallbackZone) = (moment, fallbackZone)
    }
}
