// How guessing is slowed down, and nobody locked out.

import Isolation
import Models
import Testing

@testable import Identity

@Suite("Delays after failures")
struct DelayTests {
    private let ada = AttemptName.signIn(.of("ada"))
    private let bob = AttemptName.signIn(.of("bob"))

    private func at(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    @Test("begin with the sixth attempt and double up to a minute")
    func growing() {
        var delays = FailureDelays()
        for _ in 0..<5 {
            #expect(delays.begin(ada, at: at(0)) == nil)
            delays.fail(ada, at: at(0))
        }
        var now: Int64 = 0
        for wait: Int64 in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            #expect(delays.begin(ada, at: at(now)) == Int(wait))
            #expect(delays.begin(bob, at: at(now)) == nil)
            now += wait
            #expect(delays.begin(ada, at: at(now)) == nil)
            delays.fail(ada, at: at(now))
        }
    }

    @Test("end with a success")
    func success() {
        var delays = FailureDelays()
        for _ in 0..<8 { delays.fail(ada, at: at(0)) }
        #expect(delays.begin(ada, at: at(8)) == nil)
        delays.succeed(ada)
        for _ in 0..<5 {
            #expect(delays.begin(ada, at: at(8)) == nil)
            delays.fail(ada, at: at(8))
        }
        #expect(delays.begin(ada, at: at(8)) == 1)
    }

    @Test("end an hour after the last failure")
    func forgetting() {
        var delays = FailureDelays()
        for _ in 0..<9 { delays.fail(ada, at: at(0)) }
        #expect(delays.begin(ada, at: at(3599)) == nil)
        delays.fail(ada, at: at(3599))
        #expect(delays.begin(ada, at: at(3600)) != nil)
        #expect(delays.begin(ada, at: at(3599 + 3600)) == nil)
        delays.fail(ada, at: at(3599 + 3600))
        #expect(delays.begin(ada, at: at(3599 + 3600)) == nil)
    }

    @Test("let one try at a time when they are due, and the next when it came to no end")
    func oneAtATime() {
        var delays = FailureDelays()
        for _ in 0..<5 { delays.fail(ada, at: at(0)) }
        #expect(delays.begin(ada, at: at(1)) == nil)
        #expect(delays.begin(ada, at: at(1)) == 1)
        delays.abandon(ada)
        #expect(delays.begin(ada, at: at(1)) == nil)
        delays.fail(ada, at: at(1))
        #expect(delays.begin(ada, at: at(2)) == 1)
    }

    @Test("count the password changes of an account apart")
    func kinds() {
        var delays = FailureDelays()
        for _ in 0..<6 { delays.fail(.passwordChange(.named("ada")), at: at(0)) }
        #expect(delays.begin(ada, at: at(0)) == nil)
        #expect(delays.begin(.passwordChange(.named("bob")), at: at(0)) == nil)
        #expect(delays.begin(.passwordChange(.named("ada")), at: at(0)) == 2)
    }

    @Test("remember a bounded number of names, and those that have to wait longest")
    func bounded() {
        var delays = FailureDelays(capacity: 16)
        for _ in 0..<7 { delays.fail(ada, at: at(0)) }
        for number in 0..<1000 { delays.fail(.signIn(.of("name \(number)")), at: at(0)) }
        #expect(delays.count <= 16)
        #expect(delays.begin(ada, at: at(0)) == 4)
        for number in 0..<100 {
            for _ in 0..<6 { delays.fail(.signIn(.of("name \(number)")), at: at(0)) }
        }
        #expect(delays.count <= 16)
    }

    @Test("do not last longer because the clock was set back")
    func clockSetBack() {
        var delays = FailureDelays()
        for _ in 0..<9 { delays.fail(ada, at: at(100_000)) }
        #expect(delays.begin(ada, at: at(0)) == nil)
    }
}

@Suite("Requests for a new password")
struct ResetBudgetTests {
    private func at(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    @Test("are taken three times an hour for an address")
    func window() {
        var budget = ResetBudget()
        for second: Int64 in [0, 10, 20] { #expect(budget.take(.of("a@b"), at: at(second)) == nil) }
        #expect(budget.take(.of("a@b"), at: at(30)) == 3570)
        #expect(budget.take(.of("c@d"), at: at(30)) == nil)
        #expect(budget.take(.of("a@b"), at: at(3599)) == 1)
        #expect(budget.take(.of("a@b"), at: at(3600)) == nil)
        #expect(budget.take(.of("a@b"), at: at(3600)) == 10)
    }

    @Test("are counted for a bounded number of addresses")
    func bounded() {
        var budget = ResetBudget(capacity: 16)
        for number in 0..<1000 { #expect(budget.take(.of("a\(number)@b"), at: at(0)) == nil) }
        #expect(budget.count <= 16)
    }

    @Test("do not last longer because the clock was set back")
    func clockSetBack() {
        var budget = ResetBudget()
        for _ in 0..<3 { #expect(budget.take(.of("a@b"), at: at(100_000)) == nil) }
        #expect(budget.take(.of("a@b"), at: at(0)) == nil)
    }
}
