// How many deliveries are under way, by how long answers take.

import Isolation
import Models
import Testing

@testable import Push

@Suite("The times of answers")
struct AnswerTimesTests {
    private func at(_ milliseconds: Int64) -> UnixTime { UnixTime.start.adding(milliseconds: milliseconds) }

    @Test("ask for as many under way as a good rate needs, and for some thousands where answers are quick")
    func needed() {
        for (time, needed) in [(Int64(0), 2000), (5, 2000), (66, 2000), (100, 3000), (1000, 30_000)] {
            var times = AnswerTimes()
            #expect(times.needed == 2000)
            times.record(leftAt: at(0), at: at(time))
            #expect(times.needed == needed)
        }
    }

    @Test("count by the shortest of late, which ends when it is old")
    func shortest() {
        var times = AnswerTimes()
        times.record(leftAt: at(0), at: at(100))
        times.record(leftAt: at(0), at: at(2000))
        #expect(times.needed == 3000)
        times.record(leftAt: at(29_000), at: at(31_000))
        // Still that of the window before.
        #expect(times.needed == 3000)
        times.record(leftAt: at(60_000), at: at(62_000))
        #expect(times.needed == 60_000)
        times.record(leftAt: at(62_000), at: at(62_010))
        #expect(times.needed == 2000)
    }

    @Test("learn nothing lasting from a clock that is set back or forward")
    func clock() {
        var times = AnswerTimes()
        times.record(leftAt: at(1_000_000), at: at(0))
        #expect(times.needed == 2000)
        for start in [Int64(40_000), 80_000] { times.record(leftAt: at(start), at: at(start + 1000)) }
        #expect(times.needed == 30_000)
    }
}
