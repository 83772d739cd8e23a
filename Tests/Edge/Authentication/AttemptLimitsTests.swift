// How often one address may try.

import HTTPTypes
import Isolation
import Models
import Testing

@testable import Edge

@Suite struct AttemptLimitsTests {
    private let clock = SteppedClock()

    private func limits(memory: Int = 1000) -> AttemptLimits {
        AttemptLimits(failuresPerMinute: 30, registrationsPerMinute: 60, memory: memory, clock: clock)
    }

    /// After how many seconds the address may try again; nil when it may now.
    private func wait(_ limits: AttemptLimits, _ address: String, _ kind: AttemptKind = .secret) -> Int? {
        do throws(EdgeError) {
            try limits.check(kind, from: address)
            return nil
        } catch {
            #expect(error.status.code == 429)
            #expect(error.code == .rateLimited)
            return error.retryAfter ?? -1
        }
    }

    @Test("Thirty failures in the minute that begins with the first")
    func failures() {
        let limits = limits()
        for _ in 0..<30 {
            #expect(wait(limits, "192.0.2.1") == nil)
            limits.recordFailure(.secret, from: "192.0.2.1")
            clock.advance(by: .seconds(1))
        }
        #expect(wait(limits, "192.0.2.1") == 30)
        #expect(wait(limits, "192.0.2.2") == nil)
        #expect(wait(limits, "192.0.2.1", .registration) == nil)
        // What was under way at the same time counts, and makes the minute no longer.
        limits.recordFailure(.secret, from: "192.0.2.1")
        clock.advance(by: .milliseconds(29_001))
        #expect(wait(limits, "192.0.2.1") == 1)
        clock.advance(by: .milliseconds(999))
        for _ in 0..<30 {
            #expect(wait(limits, "192.0.2.1") == nil)
            limits.recordFailure(.secret, from: "192.0.2.1")
        }
        #expect(wait(limits, "192.0.2.1") == 60)
    }

    @Test(
        "Sixty registrations and sixty resets a minute, whatever becomes of them",
        arguments: [
            AttemptKind.registration, .reset,
        ])
    func attempts(_ kind: AttemptKind) throws {
        let limits = limits()
        for _ in 0..<60 { try limits.recordAttempt(kind, from: "192.0.2.1") }
        #expect(throws: EdgeError.self) { try limits.recordAttempt(kind, from: "192.0.2.1") }
        #expect(wait(limits, "192.0.2.1", kind) == 60)
        try limits.recordAttempt(kind == .reset ? .registration : .reset, from: "192.0.2.1")
        // A refused attempt is none.
        clock.advance(by: .seconds(60))
        for _ in 0..<60 { try limits.recordAttempt(kind, from: "192.0.2.1") }
    }

    @Test(
        "Of an IPv6 address the network counts, of an IPv4 address all of it",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:DB8:1:2::1", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("192.0.2.1", "192.0.2.2", false), ("", "192.0.2.1", false),
        ])
    func networks(_ one: String, _ other: String, _ areSame: Bool) {
        let limits = limits()
        for _ in 0..<30 { limits.recordFailure(.secret, from: one) }
        #expect((wait(limits, other) != nil) == areSame)
    }

    @Test("Addresses without end find a table with one")
    func memory() {
        let limits = limits(memory: 100)
        for number in 0..<10_000 { limits.recordFailure(.secret, from: "address \(number)") }
        #expect(limits.count <= 100)
        for _ in 0..<30 { limits.recordFailure(.secret, from: "192.0.2.1") }
        #expect(wait(limits, "192.0.2.1") == 60)
    }

    @Test("Whose minute is over is forgotten first")
    func forgetting() {
        let limits = limits(memory: 100)
        for number in 0..<50 { limits.recordFailure(.secret, from: "early \(number)") }
        clock.advance(by: .seconds(60))
        for number in 0..<50 { limits.recordFailure(.secret, from: "late \(number)") }
        for _ in 0..<30 { limits.recordFailure(.secret, from: "192.0.2.1") }
        #expect(limits.count == 51)
        #expect(wait(limits, "192.0.2.1") == 60)
    }
}
