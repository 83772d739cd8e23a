// Moments in time, and what lies between them.

import Models
import Testing

@Suite("A moment") struct UnixTimeTests {
    @Test("is moved by seconds and by milliseconds")
    func adding() {
        let moment = UnixTime(milliseconds: 1500)
        #expect(moment.adding(seconds: 2) == UnixTime(milliseconds: 3500))
        #expect(moment.adding(seconds: -2) == UnixTime(milliseconds: -500))
        #expect(moment.adding(milliseconds: 2) == UnixTime(milliseconds: 1502))
        #expect(moment.adding(milliseconds: -2) == UnixTime(milliseconds: 1498))
    }

    @Test("stays within time", arguments: [1, -1] as [Int64])
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
        "is read by people",
        arguments: [
            (0, "1970-01-01 00:00 UTC"), (1_800_000_000_000, "2027-01-15 08:00 UTC"), (-1, "1969-12-31 23:59 UTC"),
        ] as [(Int64, String)])
    func text(_ milliseconds: Int64, _ text: String) {
        #expect(UnixTime(milliseconds: milliseconds).utcText == text)
    }
}
