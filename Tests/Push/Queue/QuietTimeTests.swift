@testable import Push

@Suite("Quiet hours")
struct QuietTimeTests {
    /// Times are in ISO 8601.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hours: String
        let now: String
        /// Nil if it is not quiet now.
        let end: String?

        init(_ name: String, _ hours: String, _ now: String, _ end: String?) {
            (testDescription, self.hours, self.now, self.end) = (name, hours, now, end)
        }
    }

    @Test(
        "Quiet hours end at the local time of their zone",
        arguments: [
            Case(
                "in the evening", "22:00-07:00 Europe/Paris", "2026-01-15T23:30:00+01:00", "2026-01-16T07:00:00+01:00"),
            Case(
                "after midnight", "22:00-07:00 Europe/Paris", "2026-01-16T03:00:00+01:00", "2026-01-16T07:00:00+01:00"),
            Case(
                "their first minute", "22:00-07:00 Europe/Paris", "2026-01-15T22:00:00+01:00",
                "2026-01-16T07:00:00+01:00"),
            Case("the second before", "22:00-07:00 Europe/Paris", "2026-01-15T21:59:59+01:00", nil),
            Case(
                "their last second", "22:00-07:00 Europe/Paris", "2026-01-16T06:59:59+01:00",
                "2026-01-16T07:00:00+01:00"),
            Case("their end", "22:00-07:00 Europe/Paris", "2026-01-16T07:00:00+01:00", nil),
            Case("within a day", "12:00-14:00 Europe/Paris", "2026-07-01T13:15:00+02:00", "2026-07-01T14:00:00+02:00"),
            Case("before them on that day", "12:00-14:00 Europe/Paris", "2026-07-01T11:00:00+02:00", nil),
            Case(
                "until midnight", "20:00-00:00 Europe/Paris", "2026-07-01T21:00:00+02:00", "2026-07-02T00:00:00+02:00"),
            Case(
                "elsewhere at the same moment", "22:00-07:00 America/New_York", "2026-01-16T07:30:00+01:00",
                "2026-01-16T07:00:00-05:00"),
            Case("half an hour off", "22:00-06:30 Asia/Kolkata", "2026-01-15T20:00:00Z", "2026-01-16T06:30:00+05:30"),
            // In 2026 Paris goes from 02:00 to 03:00 on 29 March, and from 03:00 to 02:00 on 25 October.
            Case(
                "the night an hour shorter", "22:00-07:00 Europe/Paris", "2026-03-28T23:00:00+01:00",
                "2026-03-29T07:00:00+02:00"),
            Case(
                "the night an hour longer", "22:00-07:00 Europe/Paris", "2026-10-24T23:00:00+02:00",
                "2026-10-25T07:00:00+01:00"),
            Case(
                "an end that is skipped", "22:00-02:30 Europe/Paris", "2026-03-29T01:00:00+01:00",
                "2026-03-29T03:00:00+02:00"),
            Case(
                "an end at the change", "22:00-02:00 Europe/Paris", "2026-03-29T01:00:00+01:00",
                "2026-03-29T03:00:00+02:00"),
            Case(
                "a skipped beginning", "02:15-04:00 Europe/Paris", "2026-03-29T03:00:00+02:00",
                "2026-03-29T04:00:00+02:00"),
            Case(
                "an end that comes twice, the first time", "22:00-02:30 Europe/Paris", "2026-10-25T02:10:00+02:00",
                "2026-10-25T02:30:00+02:00"),
            Case("between the two", "22:00-02:30 Europe/Paris", "2026-10-25T02:45:00+02:00", nil),
            Case(
                "an end that comes twice, the second time", "22:00-02:30 Europe/Paris", "2026-10-25T02:10:00+01:00",
                "2026-10-25T02:30:00+01:00"),
            Case(
                "an end that the clock goes back from", "22:00-03:00 Europe/Paris", "2026-10-25T02:30:00+02:00",
                "2026-10-25T03:00:00+01:00"),
            Case("a zone that nobody knows", "22:00-07:00 Mars/Olympus", "2026-01-15T23:30:00Z", nil),
            Case("hours that are none", "07:00-07:00 Europe/Paris", "2026-01-15T07:00:00+01:00", nil),
        ])
    func ends(_ one: Case) throws {
        var quiet = QuietTime(at: try Self.moment(one.now))
        let expected = try one.end.map(Self.moment)
        #expect(quiet.end(of: try Self.hours(one.hours)) == expected)
        #expect(quiet.end(of: try Self.hours(one.hours)) == expected)
    }

    @Test("Quiet hours end on a whole second")
    func fractions() throws {
        let moment = try Self.moment("2026-01-16T06:59:59+01:00")
        var quiet = QuietTime(at: UnixTime(milliseconds: moment.rawValue + 999))
        #expect(try quiet.end(of: Self.hours("22:00-07:00 Europe/Paris")) == Self.moment("2026-01-16T07:00:00+01:00"))
    }

    private static func moment(_ text: String) throws -> UnixTime { UnixTime(try Date(text, strategy: .iso8601)) }

    private static func hours(_ text: String) throws -> QuietHours {
        let match = try #require(text.wholeMatch(of: /(\d+):(\d+)-(\d+):(\d+) (.*)/))
        let numbers = try [match.1, match.2, match.3, match.4].map { try #require(Int($0)) }
        return QuietHours(
            start: numbers[0] * 60 + numbers[1], end: numbers[2] * 60 + numbers[3], timeZone: String(match.5))
    }
}
