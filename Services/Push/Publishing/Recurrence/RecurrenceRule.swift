import Foundation
import Models

/// A recurrence rule (RFC 5545, section 3.3.10) of days, weeks, months or years. Missing parts are taken from its start.
struct RecurrenceRule: Hashable, Sendable {
    /// The raw value is RFC 5545's word.
    enum Frequency: String, Sendable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A weekday, optionally the n-th of a month or a year.
    struct Weekday: Hashable, Sendable {
        /// 0 for Monday to 6 for Sunday.
        var day: Int
        /// Negative ordinals count from the end; 0 means every one.
        var ordinal: Int
    }

    var frequency: Frequency
    var interval: Int64 = 1
    var count: Int?
    var until: UnixTime?
    var weekdays: [Weekday] = []
    /// 1 to 31, and -1 to -31 from the end of the month.
    var monthDays: [Int64] = []
    /// 1 to 12.
    var months: [Int64] = []
    /// The first day of a week, 0 for Monday.
    var weekStart = 0
    /// 0 to 23.
    var hours: [Int64] = []
    /// 0 to 59.
    var minutes: [Int64] = []
    /// The selected occurrences of each period, 1 for the first and -1 for the last; empty for all.
    var positions: [Int64] = []

    /// The minimum time between two occurrences, in minutes.
    static let leastSpan: Int64 = 5
    static let counts = 1...10_000
    static let intervals: ClosedRange<Int64> = 1...1000
}

extension RecurrenceRule {
    /// The times of a day, in minutes after midnight, sorted.
    func times(from start: LocalMoment) -> [Int64] {
        let hours = hours.isEmpty ? [start.minuteOfDay / 60] : hours
        let minutes = minutes.isEmpty ? [start.minuteOfDay % 60] : minutes
        return Set(hours.flatMap { hour in minutes.map { hour * 60 + $0 } }).sorted()
    }

    /// The indexes of a period's selected occurrences, in order. All other parts except COUNT, UNTIL and the start are
    /// applied before (RFC 5545, section 3.3.10).
    func places(outOf count: Int) -> [Int] {
        guard !positions.isEmpty else { return Array(0..<count) }
        let places = Set(positions.map { $0 > 0 ? Int($0) - 1 : count + Int($0) })
        return places.filter { (0..<count).contains($0) }.sorted()
    }

    /// Throws `invalidRequest` if two times are too close to each other.
    func checkTimes(from start: LocalMoment) throws(ServiceError) {
        let times = times(from: start)
        guard let first = times.first else { return }
        // The first time of the next day follows the last one.
        let spans = zip(times, times.dropFirst() + [first + 1440]).map { $1 - $0 }
        guard spans.allSatisfy({ $0 >= RecurrenceRule.leastSpan }) else {
            throw ServiceError(
                .invalidRequest,
                "rule repeats within \(RecurrenceRule.leastSpan) minutes; choose fewer BYHOUR and BYMINUTE",
                field: "rule")
        }
    }
}
