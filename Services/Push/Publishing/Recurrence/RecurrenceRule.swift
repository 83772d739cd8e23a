import Foundation
import Models

/// RFC 5545, section 3.3.10. Missing parts are taken from the start.
struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, Sendable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    struct Weekday: Hashable, Sendable {
        /// 0 for Monday to 6 for Sunday.
        var day: Int
        /// Negative ones count from the end; 0 means every one.
        var ordinal: Int
    }

    var frequency: Frequency
    var interval: Int64 = 1
    var count: Int?
    var until: UnixTime?
    var weekdays: [Weekday] = []
    /// 1 to 31, and -1 to -31 from the end of the month.
    var monthDays: [Int64] = []
    var months: [Int64] = []
    /// 0 for Monday.
    var weekStart = 0
    var hours: [Int64] = []
    var minutes: [Int64] = []
    /// 1 for the first of a period and -1 for the last; empty for all.
    var positions: [Int64] = []

    /// In minutes, between two occurrences.
    static let leastSpan: Int64 = 5
    static let counts = 1...10_000
    static let intervals: ClosedRange<Int64> = 1...1000
}

extension RecurrenceRule {
    /// In minutes after midnight, sorted.
    func times(from start: LocalMoment) -> [Int64] {
        let hours = hours.isEmpty ? [start.minuteOfDay / 60] : hours
        let minutes = minutes.isEmpty ? [start.minuteOfDay % 60] : minutes
        return Set(hours.flatMap { hour in minutes.map { hour * 60 + $0 } }).sorted()
    }

    /// In order. All other parts except COUNT, UNTIL and the start are applied before (RFC 5545, section 3.3.10).
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
            throw .invalid(
                "rule repeats within \(RecurrenceRule.leastSpan) minutes; choose fewer BYHOUR and BYMINUTE",
                field: "rule")
        }
    }
}
