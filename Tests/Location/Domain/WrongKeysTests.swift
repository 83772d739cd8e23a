// How many wrong keys are taken before guessing is stopped.

import Isolation
import Models
import Testing

@testable import Location

@Suite("Wrong keys for a device")
struct WrongKeysTests {
    private let budget = WrongKeyBudget(attempts: 20, window: .seconds(200))
    private func time(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    private func afterWrong(_ count: Int, from address: String = "1.1.1.1") -> WrongKeys {
        var keys = WrongKeys(budget)
        for _ in 0..<count { keys.recordWrong(.owner, from: address, at: .start) }
        return keys
    }

    @Test("are taken up to the budget, then one every ten seconds")
    func budgetFromOneAddress() {
        var keys = afterWrong(19)
        #expect(keys.wait(for: .owner, from: "1.1.1.1", at: .start) == nil)
        keys.recordWrong(.owner, from: "1.1.1.1", at: .start)
        #expect(keys.wait(for: .owner, from: "1.1.1.1", at: .start) == 10)
        #expect(keys.wait(for: .owner, from: "1.1.1.1", at: time(9)) == 1)
        #expect(keys.wait(for: .owner, from: "1.1.1.1", at: time(10)) == nil)
        keys.recordWrong(.owner, from: "1.1.1.1", at: time(10))
        #expect(keys.wait(for: .owner, from: "1.1.1.1", at: time(10)) == 10)
        #expect(keys.wait(for: .owner, from: "1.1.1.1", at: time(1000)) == nil)
    }

    @Test("shut out neither another address nor another device")
    func separate() {
        let keys = afterWrong(20)
        #expect(keys.wait(for: .owner, from: "2.2.2.2", at: .start) == nil)
        #expect(keys.wait(for: .friend, from: "1.1.1.1", at: .start) == nil)
    }

    @Test("from many addresses shut out all but those that showed the right key of late")
    func budgetFromAllAddresses() {
        var keys = WrongKeys(budget)
        keys.recordRight(.owner, from: "home", at: .start)
        for number in 0..<200 { keys.recordWrong(.owner, from: "10.0.0.\(number)", at: .start) }
        #expect(keys.wait(for: .owner, from: "elsewhere", at: .start) != nil)
        #expect(keys.wait(for: .owner, from: "home", at: .start) == nil)
        #expect(keys.wait(for: .friend, from: "elsewhere", at: .start) == nil)
        // The trust ends with the week, the shutting out with the guessing.
        let nextWeek = time(8 * 24 * 3600)
        #expect(keys.wait(for: .owner, from: "elsewhere", at: nextWeek) == nil)
        for number in 0..<200 { keys.recordWrong(.owner, from: "10.0.0.\(number)", at: nextWeek) }
        #expect(keys.wait(for: .owner, from: "home", at: nextWeek) != nil)
    }

    @Test("from the owner's own address are held to the budget all the same")
    func trustedGuesser() {
        var keys = afterWrong(20, from: "home")
        keys.recordRight(.owner, from: "home", at: .start)
        #expect(keys.wait(for: .owner, from: "home", at: .start) != nil)
    }

    @Test("are remembered in bounded memory, and the newest one always")
    func bounded() {
        var small = budget
        small.memory = 100
        var keys = WrongKeys(small)
        for number in 0..<1000 {
            for _ in 0..<20 { keys.recordWrong(.owner, from: "10.0.0.\(number)", at: .start) }
            #expect(keys.wait(for: .owner, from: "10.0.0.\(number)", at: .start) != nil)
        }
        #expect(keys.size <= 300)
    }
}
