@Suite("A moment") struct UnixTimeTests {
    @Test("A moment is moved by seconds and milliseconds")
    func adding() {
        let moment = UnixTime(milliseconds: 1500)
        #expect(moment.adding(seconds: 2) == UnixTime(milliseconds: 3500))
        #expect(moment.adding(seconds: -2) == UnixTime(milliseconds: -500))
        #expect(moment.adding(milliseconds: 2) == UnixTime(milliseconds: 1502))
        #expect(moment.adding(milliseconds: -2) == UnixTime(milliseconds: 1498))
    }

    @Test("A moment stays within the range of time", arguments: [1, -1] as [Int64])
    func saturation(_ sign: Int64) {
        let (end, far) = (sign > 0 ? Int64.max : .min, sign > 0 ? Int64.max - 5 : .min + 5)
        let moment = UnixTime(milliseconds: far)
        #expect(moment.adding(milliseconds: 5 * sign).rawValue == end)
        for span in [6 * sign, end] { #expect(moment.adding(milliseconds: span).rawValue == end) }
        // The span itself may be longer than time.
        for span in [1 * sign, end] { #expect(moment.adding(seconds: span).rawValue == end) }
        #expect(UnixTime(milliseconds: 0).adding(seconds: end).rawValue == end)
    }

    @Test(
        "A moment is written for people to read",
        arguments: [
            (0, "1970-01-01 00:00 UTC"), (1_800_000_000_000, "2027-01-15 08:00 UTC"), (-1, "1969-12-31 23:59 UTC"),
        ] as [(Int64, String)])
    func text(_ milliseconds: Int64, _ text: String) { #expect(UnixTime(milliseconds: milliseconds).utcText == text) }

    @Test("A moment is written in words of a language, by the clock of a zone or in UTC")
    func words() {
        let moment = UnixTime(milliseconds: 1_800_000_000_000)
        let english = moment.words(in: "en", by: nil)
        #expect(english.hasPrefix("January 15, 2027") && english.hasSuffix("UTC"), "\(english)")
        let french = moment.words(in: "fr", by: TimeZone(identifier: "Europe/Paris"))
        #expect(french.hasPrefix("15 janvier 2027") && french.contains("09:00"), "\(french)")
    }
}

@Suite("A civil date") struct CivilDateTests {
    @Test("A civil date is the date of its day, before 1970 and in leap years")
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

    @Test("A civil date equals the calendar for the days of four hundred years")
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

    @Test("The division rounds down")
    func division() {
        #expect((-1 as Int64).dividedDown(by: 10) == (-1, 9))
        #expect((-10 as Int64).dividedDown(by: 10) == (-1, 0))
        #expect((19 as Int64).dividedDown(by: 10) == (1, 9))
    }
}

@Suite("A local date and time") struct LocalMomentTests {
    @Test("A local time is read and written in one form only")
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
        "A skipped time is moved forward, and the first of two equal times counts",
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

    @Test("A local time equals the local clock at its moment")
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

    @Test("The days and weekdays of a local time equal the calendar's")
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
