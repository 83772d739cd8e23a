// How often the log hears of what keeps happening.

import Isolation
import Models
import Testing

@testable import Push

@Suite("RateLimitedLog")
struct RateLimitedLogTests {
    @Test("are made at once, then once a minute with how often there was reason, each for itself")
    func pace() {
        let rateLimit = RateLimitedLog()
        func note(_ what: String, after seconds: Int64) -> Int? {
            rateLimit.note(what, at: UnixTime.start.adding(seconds: seconds))
        }
        #expect(note("one", after: 0) == 1)
        #expect(note("one", after: 1) == nil)
        #expect(note("other", after: 1) == 1)
        #expect(note("one", after: 59) == nil)
        #expect(note("one", after: 60) == 3)
        #expect(note("one", after: 61) == nil)
    }

    @Test("that are all different fill no memory")
    func bounded() {
        let rateLimit = RateLimitedLog()
        for number in 0..<1000 { #expect(rateLimit.note("\(number)", at: .start) == 1) }
        #expect(rateLimit.note("0", at: .start) == 1)
    }
}
