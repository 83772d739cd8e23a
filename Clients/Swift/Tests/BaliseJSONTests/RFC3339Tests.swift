@Suite("A time as text")
struct RFC3339Tests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-31T12:00:00Z", 1_769_860_800_000),
            ("2026-01-31T12:00:00.789Z", 1_769_860_800_789), ("2026-01-31T12:00:00.7Z", 1_769_860_800_700),
            ("2026-01-31T12:00:00.7899999Z", 1_769_860_800_789), ("2026-01-31T13:00:00+01:00", 1_769_860_800_000),
            ("2026-01-31T13:00:00+0100", 1_769_860_800_000), ("2026-01-31T13:00:00 01:00", 1_769_860_800_000),
            ("2026-01-31T06:30:00-05:30", 1_769_860_800_000), ("2026-01-31T12:00Z", 1_769_860_800_000),
            ("2026-01-31T13:00+01:00", 1_769_860_800_000), ("2026-01-31 12:00:00z", 1_769_860_800_000),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("1969-12-31T23:59:59Z", -1000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:60Z", 253_402_300_800_000),
        ])
    func isRead(_ text: String, _ milliseconds: Int64) { #expect(RFC3339.milliseconds(of: text) == milliseconds) }

    @Test(
        arguments: [
            "", "soon", "2026", "2026-1-31", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
            "2026-01-31T", "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:61Z",
            "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00ZZ", "2026-01-31T12:00:00+1", "2026-01-31T12:00:00+25:00",
            "2026-01-31T12:00:00 Z", "+026-01-31", "2026-01-31T12:00:00.00000000000000000000000000000Z",
            "2026-01-31T12:00:00é", "2026-01-31", "2026-01-31T12:00", "2026-01-31T12:00:00", "2026-01-31T12:00:00.5",
        ])
    func isRefused(_ text: String) { #expect(RFC3339.milliseconds(of: text) == nil) }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
            (1_769_860_800_789, "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.789Z"),
            (1_769_860_800_001, "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.001Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59Z", "2024-02-29T23:59:59.999Z"),
            (1_735_689_599_000, "2024-12-31T23:59:59Z", "2024-12-31T23:59:59.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_000, "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"),
        ])
    func isWritten(_ milliseconds: Int64, _ seconds: String, _ exactly: String) {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        #expect(RFC3339.text(of: date) == seconds)
        #expect(RFC3339.text(of: date, to: .milliseconds) == exactly)
        #expect(RFC3339.milliseconds(of: exactly) == milliseconds)
    }

    /// A `Date` counts in fractions of a second, and still keeps every millisecond.
    @Test func keepsEveryMillisecond() {
        for milliseconds in Int64(1_769_860_800_000)..<1_769_860_802_000 {
            let text = RFC3339.text(of: Date(timeIntervalSince1970: Double(milliseconds) / 1000), to: .milliseconds)
            #expect(RFC3339.milliseconds(of: text) == milliseconds)
        }
    }

    @Test(arguments: [Double.infinity, 1e300, -.infinity, -1e300, .nan])
    func endsWithTheYearsThatHaveFourDigits(_ seconds: Double) {
        let text = RFC3339.text(of: Date(timeIntervalSince1970: seconds))
        let expected =
            seconds.isNaN ? "1970-01-01T00:00:00Z" : seconds > 0 ? "9999-12-31T23:59:59Z" : "0001-01-01T00:00:00Z"
        #expect(text == expected)
    }
}
