// The time by which old data are deleted, while somebody sets the clock.

import Isolation
import MessageBus
import Models
import Synchronization
import Testing

@testable import ServiceRuntime

@Suite struct CautiousClockTests {
    /// Both clocks, which a test sets.
    private final class Clocks: WallClock, FeedClock {
        let ahead = Mutex(Duration.zero)
        let passed = Mutex(Duration.zero)

        func now() -> UnixTime {
            UnixTime.start.adding(seconds: passed.withLock { $0.components.seconds })
                .adding(seconds: ahead.withLock { $0.components.seconds })
        }
        var now: Duration { passed.withLock { $0 } }
        func sleep(for duration: Duration) async throws { passed.withLock { $0 += duration } }

        func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
        func set(ahead: Duration) { self.ahead.withLock { $0 = ahead } }
    }

    private static let day = Duration.seconds(86_400)

    @Test("time that passes counts, and so does a small correction, forward or back")
    func steady() {
        let clocks = Clocks()
        let clock = CautiousClock(clocks, monotonic: clocks)
        for ahead in [.zero, .seconds(3600), .seconds(-7200)] as [Duration] {
            clocks.pass(CautiousClockTests.day * 40)
            clocks.set(ahead: ahead)
            #expect(clock.now() == clocks.now() && clock.note == nil)
        }
    }

    @Test("a jump forward counts for nothing before it has lasted a day")
    func jump() {
        let clocks = Clocks()
        let clock = CautiousClock(clocks, monotonic: clocks)
        clocks.set(ahead: CautiousClockTests.day * 400)
        #expect(clock.now() == .start && clock.note != nil)
        clocks.pass(.seconds(86_399))
        #expect(clock.now() == UnixTime.start.adding(seconds: 86_399))
        clocks.pass(.seconds(1))
        #expect(clock.now() == clocks.now() && clock.note == nil)
    }

    @Test("a clock that is set right again counts at once, and its next jump waits a day of its own")
    func setRight() {
        let clocks = Clocks()
        let clock = CautiousClock(clocks, monotonic: clocks)
        for _ in 0..<3 {
            clocks.set(ahead: CautiousClockTests.day * 400)
            #expect(clock.note != nil)
            clocks.pass(CautiousClockTests.day / 2)
            #expect(clock.now() < UnixTime.start.adding(seconds: 2 * 86_400))
            clocks.set(ahead: .zero)
            #expect(clock.now() == clocks.now() && clock.note == nil)
        }
    }
}
