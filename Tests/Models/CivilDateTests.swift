// Dates of the calendar, against Foundation's and at their edges.

import Foundation
import Models
import Testing

@Suite("A civil date") struct CivilDateTests {
    @Test("is the one of its day, before 1970 as well, and in leap years")
    func known() {
        func date(_ days: Int64) -> [Int64] {
            let date = CivilDate(daysSince1970: days)
            return [date.year, date.month, date.day]
        }
        #expect(date(0) == [1970, 1, 1])
        #expect(date(-1) == [1969, 12, 31])
        #expect(date(11_016) == [2000, 2, 29])
        #expect(date(11_017) == [2000, 3, 1])
        #expect(date(-25_509) == [1900, 2, 28])
        #expect(date(-25_508) == [1900, 3, 1])
        #expect(date(-719_468) == [0, 3, 1])
        #expect(date(-719_469) == [0, 2, 29])
    }

    @Test("is the calendar's for days of four hundred years")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: -60_000, through: 90_000, by: 97) {
            let moment = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: moment)
            let date = CivilDate(daysSince1970: Int64(day))
            #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day].map { Int64($0 ?? 0) })
        }
    }

    @Test("is found by a division that rounds down")
    func division() {
        #expect((-1 as Int64).dividedDown(by: 10) == (-1, 9))
        #expect((-10 as Int64).dividedDown(by: 10) == (-1, 0))
        #expect((19 as Int64).dividedDown(by: 10) == (1, 9))
    }
}
