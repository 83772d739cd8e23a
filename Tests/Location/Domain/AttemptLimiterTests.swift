// How often something may be tried.

import Isolation
import Models
import Testing

@testable import Location

@Suite("Attempts")
struct AttemptLimiterTests {
    private let rate = AttemptRate(20, in: .seconds(200))
    private let one = AttemptLimiter.name("1.1.1.1", .owner)
    private func time(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    private func counts(after count: Int, at now: UnixTime = .start) -> AttemptLimiter {
        var counts = AttemptLimiter(rate)
        for _ in 0..<count { #expect(counts.acquire(of: one, at: now) == nil) }
        return counts
    }

    @Test("are taken up to the burst, then one every ten seconds")
    func burst() {
        var counts = counts(after: 20)
        #expect(counts.acquire(of: one, at: .start) == 10)
        #expect(counts.acquire(of: one, at: time(9)) == 1)
        #expect(counts.acquire(of: one, at: time(10)) == nil)
        #expect(counts.acquire(of: one, at: time(10)) == 10)
        #expect(counts.acquire(20, of: one, at: time(1000)) == nil)
        #expect(counts.acquire(2, of: one, at: time(1010)) == 10)
    }

    @Test("are given back, and forgotten")
    func givenBack() {
        var counts = counts(after: 20)
        counts.release(3, of: one, at: .start)
        #expect(counts.acquire(3, of: one, at: .start) == nil)
        #expect(counts.acquire(of: one, at: .start) == 10)
        counts.forget(one)
        #expect(counts.size == 0)
        counts.release(of: one, at: .start)
        #expect(counts.acquire(20, of: one, at: .start) == nil)
    }

    @Test("count by device and by network: of IPv6 all addresses that one owner has")
    func names() {
        var counts = counts(after: 20)
        #expect(counts.acquire(of: AttemptLimiter.name("2.2.2.2", .owner), at: .start) == nil)
        #expect(counts.acquire(of: AttemptLimiter.name("1.1.1.1", .friend), at: .start) == nil)
        #expect(counts.acquire(of: AttemptLimiter.name("1.1.1.1"), at: .start) == nil)
        #expect(AttemptLimiter.name("2001:db8::1") == AttemptLimiter.name("2001:db8::ffff:2"))
        #expect(AttemptLimiter.name("2001:db8::1") != AttemptLimiter.name("2001:db8:0:1::1"))
    }

    @Test("made while the clock was years ahead keep nobody waiting for longer than a window")
    func wrongClock() {
        var counts = counts(after: 20, at: time(10 * 365 * 86_400))
        #expect(counts.acquire(of: one, at: .start) == 10)
        #expect(counts.acquire(of: one, at: time(200)) == nil)
    }

    @Test("are remembered in bounded memory, and the newest ones always")
    func bounded() {
        var counts = AttemptLimiter(rate, memory: 100)
        for number in 0..<1000 {
            let name = AttemptLimiter.name("10.0.0.\(number)")
            #expect(counts.acquire(20, of: name, at: .start) == nil)
            #expect(counts.acquire(of: name, at: .start) != nil)
        }
        #expect(counts.size <= 100)
    }
}
