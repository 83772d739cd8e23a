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

    @Test("time that passes counts, and so does a small correction, forward or back")
    func steady() {
        let clocks = Clocks()
        let clock = clocks.clock()
        for correction in [0, 3600, -7200] as [Int64] {
            clocks.pass(40 * CautiousClockTests.day)
            clocks.wall.advance(seconds: correction)
            #expect(clock.now() == clocks.wall.now() && clock.note == nil)
        }
    }

    @Test("a jump forward counts for nothing before it has lasted a day")
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

    @Test("a clock that is set right again counts at once, and its next jump waits a day of its own")
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
