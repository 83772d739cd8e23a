@testable import Location

@Suite("The token buckets of attempts") struct TokenBucketsTests {
    private let rate = TokenBucketRate(20, in: .seconds(200))
    private let one = TokenBuckets.name("1.1.1.1", .owner)
    private func time(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    private func buckets(after count: Int, at now: UnixTime = .start) -> TokenBuckets {
        var buckets = TokenBuckets(rate)
        for _ in 0..<count { #expect(buckets.acquire(of: one, at: now) == nil) }
        return buckets
    }

    @Test("A bucket allows a burst, then one attempt every ten seconds")
    func burst() {
        var buckets = buckets(after: 20)
        #expect(buckets.acquire(of: one, at: .start) == 10)
        #expect(buckets.acquire(of: one, at: time(9)) == 1)
        #expect(buckets.acquire(of: one, at: time(10)) == nil)
        #expect(buckets.acquire(of: one, at: time(10)) == 10)
        #expect(buckets.acquire(20, of: one, at: time(1000)) == nil)
        #expect(buckets.acquire(2, of: one, at: time(1010)) == 10)
    }

    @Test("Attempts can be released and forgotten")
    func givenBack() {
        var buckets = buckets(after: 20)
        buckets.release(3, of: one, at: .start)
        #expect(buckets.acquire(3, of: one, at: .start) == nil)
        #expect(buckets.acquire(of: one, at: .start) == 10)
        buckets.forget(one)
        #expect(buckets.size == 0)
        buckets.release(of: one, at: .start)
        #expect(buckets.acquire(20, of: one, at: .start) == nil)
    }

    @Test("Buckets are counted by device and network, with one network per owner of IPv6 addresses")
    func names() {
        var buckets = buckets(after: 20)
        #expect(buckets.acquire(of: TokenBuckets.name("2.2.2.2", .owner), at: .start) == nil)
        #expect(buckets.acquire(of: TokenBuckets.name("1.1.1.1", .friend), at: .start) == nil)
        #expect(buckets.acquire(of: TokenBuckets.name("1.1.1.1"), at: .start) == nil)
        #expect(TokenBuckets.name("2001:db8::1") == TokenBuckets.name("2001:db8::ffff:2"))
        #expect(TokenBuckets.name("2001:db8::1") != TokenBuckets.name("2001:db8:0:1::1"))
    }

    @Test("A clock that was years ahead delays attempts by at most one window")
    func wrongClock() {
        var buckets = buckets(after: 20, at: time(10 * 365 * 86_400))
        #expect(buckets.acquire(of: one, at: .start) == 10)
        #expect(buckets.acquire(of: one, at: time(200)) == nil)
    }

    @Test("Memory is bounded, and the newest buckets are kept")
    func bounded() {
        var buckets = TokenBuckets(rate, memory: 100)
        for number in 0..<1000 {
            let name = TokenBuckets.name("10.0.0.\(number)")
            #expect(buckets.acquire(20, of: name, at: .start) == nil)
            #expect(buckets.acquire(of: name, at: .start) != nil)
        }
        #expect(buckets.size <= 100)
    }
}
