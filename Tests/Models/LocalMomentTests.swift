// Local dates and times: their texts, and when they are where clocks change.

import Foundation
import Models
import Testing

@Suite("A local date and time") struct LocalMomentTests {
    @Test("is read and written in one form alone")
    func texts() throws {
        for text in ["2026-12-24T18:00", "2024-02-29T00:00", "0001-01-01T23:59", "9999-12-31T23:59"] {
            #expect(try #require(LocalMoment(text)).text == text)
        }
        for text in [
            "2026-02-29T18:00", "2026-13-01T18:00", "2026-12-24T24:00", "2026-12-24T18:60", "2026-12-24 18:00",
            "2026-12-24T18:00:00", "2026-12-24T18:00Z", "0000-12-24T18:00", "2026-1-024T18:00", "", "+026-12-24T18:00",
            "2026-12-24T1८:0",
        ] { #expect(LocalMoment(text) == nil, "\(text)") }
    }

    @Test(
        "is the moment that its time zone gives it, as much later where clocks skip it, the first of two where they do not",
        arguments: [
            ("2026-12-24T18:00", "Europe/Paris", "2026-12-24T17:00:00Z"),
            ("2026-07-24T18:00", "America/New_York", "2026-07-24T22:00:00Z"),
            // Clocks go from 02:00 to 03:00, and from 03:00 back to 02:00.
            ("2026-03-29T01:59", "Europe/Paris", "2026-03-29T00:59:00Z"),
            ("2026-03-29T02:30", "Europe/Paris", "2026-03-29T01:30:00Z"),
            ("2026-03-29T03:00", "Europe/Paris", "2026-03-29T01:00:00Z"),
            ("2026-10-25T02:30", "Europe/Paris", "2026-10-25T00:30:00Z"),
            ("2026-10-25T03:00", "Europe/Paris", "2026-10-25T02:00:00Z"),
            ("2026-03-08T02:15", "America/New_York", "2026-03-08T07:15:00Z"),
            ("2026-11-01T01:15", "America/New_York", "2026-11-01T05:15:00Z"),
            // By half an hour.
            ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00Z"),
            ("2026-12-24T18:00", "Asia/Kathmandu", "2026-12-24T12:15:00Z"),
            ("2026-12-24T18:00", "Pacific/Kiritimati", "2026-12-24T04:00:00Z"),
            // A day that was left out.
            ("2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00Z"),
        ])
    func moments(_ local: String, _ zone: String, _ expected: String) throws {
        let moment = try #require(LocalMoment(local)).moment(in: try #require(ZoneDatabase.system.rules(of: zone)))
        let parsed = try #require(ISO8601DateFormatter().date(from: expected))
        #expect(moment == UnixTime(parsed))
    }

    @Test("is what clocks show at its moment, where they show it at all")
    func inverse() throws {
        for name in ["Europe/Paris", "America/St_Johns", "Asia/Tehran", "Australia/Lord_Howe", "UTC"] {
            let zone = try #require(ZoneDatabase.system.rules(of: name))
            let start = try #require(LocalMoment("2026-01-01T00:00"))
            for step in 0..<2000 {
                let local = LocalMoment(minutes: start.minutes + Int64(step) * 263)
                let shown = LocalMoment(local.moment(in: zone), in: zone)
                #expect(shown == local || shown.minutes - local.minutes <= 60 && shown > local, "\(name) \(local.text)")
            }
        }
    }

    @Test("has a date whose days and weekdays are the calendar's")
    func days() throws {
        for day in stride(from: Int64(-60_000), through: 90_000, by: 131) {
            let date = CivilDate(daysSince1970: day)
            #expect(date.daysSince1970 == day && date.weekday == Int((day + 3).dividedDown(by: 7).remainder))
            #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
        }
        #expect(CivilDate(year: 2026, month: 11, day: 26)?.weekday == 3)
        #expect(CivilDate(year: 2026, month: 2, day: 29) == nil && CivilDate(year: 2026, month: 4, day: 31) == nil)
    }
}
