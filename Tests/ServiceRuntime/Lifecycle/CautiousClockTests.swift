// The time that decides about deleting old data, while the system clock is being set.

@testable import ServiceRuntime

@Suite struct CautiousClockTests {
    private struct Clocks {
        let wall = SetClock()
        let monotonic = SteppedClock()

        func clock() -> CautiousClock { CautiousClock(wall, monotonic: monotonic) }
        func pass(_ seconds: Int64) {
            monotonic.advance(by: .seconds(seconds))
            wall.advance(seconds: seconds)
        }
    }

    private static let day: Int64 = 86_400

    @Test("accepts passing time and small corrections in both directions")
    func steady() {
        let clocks = Clocks()
        let clock = clocks.clock()
        for correction in [0, 3600, -7200] as [Int64] {
            clocks.pass(40 * CautiousClockTests.day)
            clocks.wall.advance(seconds: correction)
            #expect(clock.now() == clocks.wall.now() && clock.note == nil)
        }
    }

    @Test("ignores a jump forward for a day")
    func jump() {
        let clocks = Clocks()
        let clock = clocks.clock()
        clocks.wall.advance(seconds: 400 * CautiousClockTests.day)
        #expect(clock.now() == .start && clock.note != nil)
        clocks.pass(86_399)
        #expect(clock.now() == UnixTime.start.adding(seconds: 86_399))
        clocks.pass(1)
        #expect(clock.now() == clocks.wall.now() && clock.note == nil)
    }

    @Test("accepts a corrected clock at once, and ignores the next jump for a day again")
    func setRight() {
        let clocks = Clocks()
        let clock = clocks.clock()
        for _ in 0..<3 {
            clocks.wall.advance(seconds: 400 * CautiousClockTests.day)
            #expect(clock.note != nil)
            clocks.pass(CautiousClockTests.day / 2)
            #expect(clock.now() < UnixTime.start.adding(seconds: 2 * CautiousClockTests.day))
            clocks.wall.advance(seconds: -400 * CautiousClockTests.day)
            #expect(clock.now() == clocks.wall.now() && clock.note == nil)
        }
    }
}
