/// A date of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
    public let year: Int64
    /// The month, 1 to 12.
    public let month: Int64
    /// The day, 1 to 31.
    public let day: Int64

    /// Converts days since 1970-01-01 by the 400-year cycle that begins on 0000-03-01. The cycle's years begin in
    /// March, so that the leap day is the last day of a year.
    public init(daysSince1970 days: Int64) {
        let (cycle, dayOfCycle) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    }
}

extension Int64 {
    /// Divides and rounds the quotient down, so that the remainder is never negative.
    public func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Returns the number with leading zeros, at least `count` digits.
    func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}

extension CivilDate {
    /// Creates a date; nil for a date that does not exist, such as 30 February, or outside the years 1 to 9999.
    public init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(daysSince1970: CivilDate.days(year, month, day))
        // If the day does not exist in this month, the result is in another month.
        guard self.month == month else { return nil }
    }

    public var daysSince1970: Int64 { CivilDate.days(year, month, day) }

    /// The date in the form of RFC 3339, such as `2026-01-31`.
    var text: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }

    /// The weekday, from 0 for Monday to 6 for Sunday.
    public var weekday: Int { Int((daysSince1970 + 3).dividedDown(by: 7).remainder) }

    /// Returns the days since 1970. As in `init(daysSince1970:)`, years begin in March.
    static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let (cycle, yearOfCycle) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * 146_097 + dayOfCycle - 719_468
    }
}
