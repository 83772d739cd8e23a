// The Date header of answers.

import HTTPTypes
import Models
import Synchronization

/// Gives the `Date` header field, written anew once a second.
final class DateField: Sendable {
    private let clock: any WallClock
    private let cached: Mutex<(second: Int64, field: HTTPField)>

    init(clock: any WallClock) {
        self.clock = clock
        cached = Mutex((0, DateField.make(second: 0)))
    }

    /// The field for the present second.
    var current: HTTPField {
        let second = clock.now().rawValue / 1000
        return cached.withLock { cached in
            if cached.second != second { cached = (second, DateField.make(second: second)) }
            return cached.field
        }
    }

    /// The form of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. `second` counts from 1970 and is not
    /// negative.
    static func make(second: Int64) -> HTTPField {
        let (day, time) = (second / 86_400, second % 86_400)
        let date = civilDate(day)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text =
            "\(weekdays[Int(day % 7)]), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
        return HTTPField(name: .date, value: text)
    }

    /// The Gregorian date of a day counted from 1970-01-01, by the 400-year cycle that begins on 0000-03-01.
    private static func civilDate(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let (cycle, dayOfCycle) = (shifted / 146_097, shifted % 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
