import BaliseJSON
import HTTPTypes
import Models
import Synchronization

final class DateField: Sendable {
    private let clock: any WallClock
    private let cached: Mutex<(second: Int64, field: HTTPField)>

    init(clock: any WallClock) {
        self.clock = clock
        cached = Mutex((0, DateField.make(second: 0)))
    }

    var current: HTTPField {
        let second = clock.now().rawValue / 1000
        return cached.withLock { cached in
            if cached.second != second { cached = (second, DateField.make(second: second)) }
            return cached.field
        }
    }

    /// RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. `second` counts from 1970 and is not negative.
    static func make(second: Int64) -> HTTPField {
        let (day, time) = (second / 86_400, second % 86_400)
        let date = CivilDate(daysSince1970: day)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text =
            "\(weekdays[Int(day % 7)]), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
        return HTTPField(name: .date, value: text)
    }
}

extension UnixTime {
    init?(written text: String) {
        guard let milliseconds = RFC3339.milliseconds(of: text) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension JSONObject {
    /// In whole seconds of UTC, `2026-01-31T12:00:00Z`.
    mutating func set(_ name: String, _ time: UnixTime) { set(name, time.date) }
}
