@testable import Push

@Suite("The rate limit of a log")
struct RateLimitedLogTests {
    @Test("Each message is logged at once, then once a minute with its count")
    func pace() {
        let rateLimit = RateLimitedLog()
        func record(_ what: String, after seconds: Int64) -> Int? {
            rateLimit.record(what, at: UnixTime.start.adding(seconds: seconds))
        }
        #expect(record("one", after: 0) == 1)
        #expect(record("one", after: 1) == nil)
        #expect(record("other", after: 1) == 1)
        #expect(record("one", after: 59) == nil)
        #expect(record("one", after: 60) == 3)
        #expect(record("one", after: 61) == nil)
    }

    @Test("Many different messages do not fill memory")
    func bounded() {
        let rateLimit = RateLimitedLog()
        for number in 0..<1000 { #expect(rateLimit.record("\(number)", at: .start) == 1) }
        #expect(rateLimit.record("0", at: .start) == 1)
    }
}
