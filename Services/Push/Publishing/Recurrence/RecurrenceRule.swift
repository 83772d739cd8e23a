import Foundation
import Models

/// A recurrence rule (RFC 5545, section 3.3.10). Missing parts are taken from the start.
struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, Sendable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    struct Weekday: Hashable, Sendable {
        /// The weekday, from 0 for Monday to 6 for Sunday.
        var day: Int
        /// The occurrence of this weekday in the period. Negative ordinals count from the end; 0 means all.
        var ordinal: Int
    }

    var frequency: Frequency
    var interval: Int64 = 1
    var count: Int?
    var until: UnixTime?
    var weekdays: [Weekday] = []
    /// The days of the month: 1 to 31, and -1 to -31 from the end of the month.
    var monthDays: [Int64] = []
    var months: [Int64] = []
    /// The first day of a week; 0 for Monday.
    var weekStart = 0
    var hours: [Int64] = []
    var minutes: [Int64] = []
    /// The positions of the occurrences in a period: 1 for the first and -1 for the last; empty for all.
    var positions: [Int64] = []

    /// The least span between two occurrences, in minutes.
    static let leastSpan: Int64 = 5
    static let counts = 1...10_000
    static let intervals: ClosedRange<Int64> = 1...1000

    /// Returns the times of a day in minutes after midnight, sorted.
    func times(from start: LocalMoment) -> [Int64] {
        let hours = hours.isEmpty ? [start.minuteOfDay / 60] : hours
        let minutes = minutes.isEmpty ? [start.minuteOfDay % 60] : minutes
        return Set(hours.flatMap { hour in minutes.map { hour * 60 + $0 } }).sorted()
    }

    /// Returns the indices that the positions select, in order. All other parts except COUNT, UNTIL and the start are
    /// applied before this (RFC 5545, section 3.3.10).
    func places(outOf count: Int) -> [Int] {
        guard !positions.isEmpty else { return Array(0..<count) }
        let places = Set(positions.map { $0 > 0 ? Int($0) - 1 : count + Int($0) })
        return places.filter { (0..<count).contains($0) }.sorted()
    }

    /// Throws `invalidRequest` if two times are too close to each other.
    func checkTimes(from start: LocalMoment) throws(ServiceError) {
        let times = times(from: start)
        guard let first = times.first else { return }
        // The first time of the next day follows the last time.
        let spans = zip(times, times.dropFirst() + [first + 1440]).map { $1 - $0 }
        guard spans.allSatisfy({ $0 >= RecurrenceRule.leastSpan }) else {
            throw .invalid(
                "rule repeats within \(RecurrenceRule.leastSpan) minutes; choose fewer BYHOUR and BYMINUTE",
                field: "rule")
        }
    }
}

extension RecurrenceRule {
    private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=9;BYMINUTE=0`, with or without `RRULE:`. Throws
    /// `invalidRequest`, and names each unsupported part.
    init(_ text: String) throws(ServiceError) {
        let body = text.uppercased().hasPrefix("RRULE:") ? text.dropFirst(6) : text[...]
        var parts: [String: String] = [:]
        for part in body.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
                throw Self.invalid("rule must be parts such as FREQ=WEEKLY with ; between them (RFC 5545)")
            }
            let name = pair[0].uppercased()
            guard parts.updateValue(pair[1].uppercased(), forKey: name) == nil else {
                throw Self.invalid("rule has \(Self.shown(name)) twice; give it once")
            }
        }
        guard let word = parts.removeValue(forKey: "FREQ") else { throw Self.invalid("rule needs a FREQ") }
        guard let frequency = Frequency(rawValue: word) else {
            let known = Frequency.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.invalid(
                "FREQ must be one of \(known); for several times a day use BYHOUR and BYMINUTE")
        }
        self.init(frequency: frequency)
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try read(name, value) }
        try checkParts()
    }

    private mutating func read(_ name: String, _ value: String) throws(ServiceError) {
        switch name {
        case "INTERVAL": interval = try Self.number(name, value, in: Self.intervals)
        case "COUNT":
            count = Int(try Self.number(name, value, in: Int64(Self.counts.lowerBound)...Int64(Self.counts.upperBound)))
        case "UNTIL": until = try Self.moment(value)
        case "BYDAY": weekdays = try Self.list(value).map { item throws(ServiceError) in try Self.weekday(item) }
        case "BYMONTHDAY": monthDays = try Self.numbers(name, value, in: -31...31)
        case "BYMONTH": months = try Self.numbers(name, value, in: 1...12)
        case "BYHOUR": hours = try Self.numbers(name, value, in: 0...23)
        case "BYMINUTE": minutes = try Self.numbers(name, value, in: 0...59)
        case "BYSETPOS": positions = try Self.numbers(name, value, in: -366...366)
        case "WKST":
            guard let day = Self.weekdayNames.firstIndex(of: value) else {
                throw Self.invalid("WKST must be a day such as MO")
            }
            weekStart = day
        default:
            throw Self.invalid(
                "rule has a part that is not known here: \(Self.shown(name)); the parts are FREQ, INTERVAL, COUNT, UNTIL, "
                    + "BYDAY, BYMONTHDAY, BYMONTH, BYHOUR, BYMINUTE, BYSETPOS and WKST")
        }
    }

    private func checkParts() throws(ServiceError) {
        guard count == nil || until == nil else { throw Self.invalid("give COUNT or UNTIL in rule, not both") }
        guard !monthDays.contains(0) else { throw Self.invalid("BYMONTHDAY counts from 1, or from -1 at the end") }
        guard !positions.contains(0) else { throw Self.invalid("BYSETPOS counts from 1, or from -1 at the end") }
        let isChosenFrom =
            !(weekdays.isEmpty && monthDays.isEmpty && months.isEmpty && hours.isEmpty && minutes.isEmpty)
        guard positions.isEmpty || isChosenFrom else {
            throw Self.invalid(
                "BYSETPOS chooses among the days of BYDAY or another BY part; add one of them")
        }
        if frequency == .weekly, !monthDays.isEmpty {
            throw Self.invalid("BYMONTHDAY cannot be used with FREQ=WEEKLY")
        }
        if weekdays.contains(where: { $0.ordinal != 0 }), frequency != .monthly, frequency != .yearly {
            throw Self.invalid("BYDAY has numbers only with FREQ=MONTHLY and FREQ=YEARLY")
        }
    }

    private static func list(_ value: String) throws(ServiceError) -> [Substring] {
        let items = value.split(separator: ",", omittingEmptySubsequences: false)
        guard items.count <= 100 else { throw invalid("a part of rule has at most 100 values") }
        return items
    }

    private static func numbers(
        _ name: String, _ value: String, in range: ClosedRange<Int64>
    ) throws(ServiceError) -> [Int64] {
        try list(value).map { item throws(ServiceError) in try number(name, String(item), in: range) }
    }

    private static func number(
        _ name: String, _ text: String, in range: ClosedRange<Int64>
    ) throws(ServiceError) -> Int64 {
        guard text.utf8.count <= 5, let number = Int64(text), range.contains(number) else {
            throw invalid("\(name) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Reads a weekday such as `MO`, `2TU` or `-1FR`.
    private static func weekday(_ text: Substring) throws(ServiceError) -> Weekday {
        let number = text.dropLast(2)
        guard let day = weekdayNames.firstIndex(of: String(text.suffix(2))), number.utf8.count <= 3,
            let ordinal = number.isEmpty ? 0 : Int(number), number.isEmpty || ordinal != 0, abs(ordinal) <= 53
        else { throw invalid("BYDAY must be days such as MO or 2TU") }
        return Weekday(day: day, ordinal: ordinal)
    }

    /// Reads a time such as `20261231T235900Z`.
    private static func moment(_ text: String) throws(ServiceError) -> UnixTime {
        let digits = text.filter { $0 != "T" && $0 != "Z" }
        func part(_ from: Int, _ count: Int) -> Int64? { Int64(digits.dropFirst(from).prefix(count)) }
        guard text.utf8.count == 16, text.hasSuffix("Z"), digits.utf8.count == 14, text.dropFirst(8).first == "T",
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = part(0, 4), let month = part(4, 2), let day = part(6, 2), let hour = part(8, 2),
            let minute = part(10, 2), let second = part(12, 2), hour < 24, minute < 60, second < 60,
            let date = CivilDate(year: year, month: month, day: day)
        else { throw invalid("UNTIL must be a time in UTC such as 20261231T235900Z") }
        return UnixTime(milliseconds: ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60_000 + second * 1000)
    }

    private static func invalid(_ message: String) -> ServiceError { ServiceError.invalid(message, field: "rule") }

    private static func shown(_ name: String) -> String {
        String(
            String.UnicodeScalarView(name.unicodeScalars.prefix(32).map { $0.isASCII && $0.value > 0x20 ? $0 : "?" }))
    }
}
