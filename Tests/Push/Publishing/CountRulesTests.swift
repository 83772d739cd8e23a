@testable import Push

@Suite("The counts of dry runs", .timeLimit(.minutes(10)))
struct CountRulesTests {
    private func answer(_ people: Int, _ error: Int) -> Int {
        CountRules.reply(recipients: people, error: error).recipients ?? 0
    }

    @Test("Counts from twenty on are rounded to tens")
    func answers() {
        for (people, shown) in [(0, 0), (9, 0), (14, 0), (15, 20), (20, 20), (24, 20), (25, 30), (1234, 1230)] {
            #expect(answer(people, 0) == shown)
            let reply = CountRules.reply(recipients: people, error: 0)
            #expect((reply.recipients == nil) == (reply.fewerThan == 20) && reply.deliveries == nil)
        }
        #expect(answer(3, -50) == 0 && answer(3, 40) == 40)
        #expect(CountRules.reply(recipients: 19, error: -10).fewerThan == CountRules.fewestCounted)
    }

    @Test("The probability of an error falls by a constant factor with its size")
    func errors() {
        var (numbers, found) = (SeededNumbers(seed: 1), [Int: Int]())
        let draws = 400_000
        for _ in 0..<draws { found[numbers.error(), default: 0] += 1 }
        let factor = exp(-CountNoise.leak)
        for size in -20...20 {
            let expected = Double(draws) * (1 - factor) / (1 + factor) * pow(factor, Double(abs(size)))
            #expect(abs(Double(found[size] ?? 0) - expected) < 5 * expected.squareRoot(), "\(size)")
        }
        #expect(CountNoise.error([]) == 0, "without random bytes there is none")
        for bytes in [[UInt8](repeating: 0, count: 16), [UInt8](repeating: 255, count: 16)] {
            #expect(CountNoise.error(bytes) == 0)
        }
        for error in -40...40 { #expect(CountNoise.error(CountNoise.sample(error)) == error) }
    }

    @Test("One person more changes the probability of each answer by at most the stated factor")
    func bound() {
        let factor = exp(-CountNoise.leak)
        /// Errors that occur less than once in a billion are ignored.
        func chances(_ people: Int) -> [Int: Double] {
            var chances: [Int: Double] = [:]
            for error in -250...250 {
                let chance = (1 - factor) / (1 + factor) * pow(factor, Double(abs(error)))
                chances[answer(people, error), default: 0] += chance
            }
            return chances
        }
        var former = chances(0)
        for people in 1...60 {
            let next = chances(people)
            for (answer, chance) in next where chance > 1e-6 {
                let ratio = chance / (former[answer] ?? 0)
                #expect(abs(log(ratio)) < CountNoise.leak + 1e-3, "\(answer) for \(people)")
            }
            former = next
        }
    }

    /// A publisher with its own accounts uses all dry runs of a day, and then guesses whether a stranger is near.
    enum Attack: CaseIterable {
        /// Repeats one question, with the number of accounts that makes both answers likely.
        case repeating
        /// First searches for the number of accounts at which the answer changes.
        case calibrating
        /// Compares the answers here with answers from a place where the stranger cannot be.
        case comparing
    }

    private func isSaidToBeThere(_ attack: Attack, _ stranger: Int, _ numbers: inout SeededNumbers) -> Bool {
        let probes = CountRules.probes
        func isMany(_ own: Int, _ people: Int, _ numbers: inout SeededNumbers) -> Bool {
            answer(own + people, numbers.error()) > 0
        }
        switch attack {
        case .repeating:
            // With 14, few and many are equally likely if the stranger counts half.
            let many = (0..<probes).count { _ in isMany(14, stranger, &numbers) }
            return many * 2 > probes
        case .calibrating:
            var own = 14
            for _ in 0..<probes / 2 { own += isMany(own, stranger, &numbers) ? -1 : 1 }
            let many = (0..<probes / 2).count { _ in isMany(14, stranger, &numbers) }
            return many * 4 - (own - 14) > probes
        case .comparing:
            let here = (0..<probes / 2).count { _ in isMany(14, stranger, &numbers) }
            let there = (0..<probes / 2).count { _ in isMany(14, 0, &numbers) }
            return here > there
        }
    }

    @Test("All dry runs of a day reveal hardly more about a stranger than a coin", arguments: Attack.allCases)
    func day(attack: Attack) {
        var (numbers, right) = (SeededNumbers(seed: 1), 0)
        let days = 4000
        for day in 0..<days {
            let stranger = day % 2
            if isSaidToBeThere(attack, stranger, &numbers) == (stranger == 1) { right += 1 }
        }
        // A coin is right on half of the days. With a constant error per day, the attack succeeds on nearly all.
        #expect(Double(right) / Double(days) < 0.62)
    }
}

extension UInt64 {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}

extension CountNoise {
    static func sample(_ error: Int) -> [UInt8] {
        func bytes(_ size: Int) -> [UInt8] { UInt64(exp(-leak * (Double(size) + 0.5)) * 0x1p53).shifted }
        return bytes(max(0, error)) + bytes(max(0, -error))
    }
}

extension UInt64 {
    fileprivate var shifted: [UInt8] { (self << 11).bytes }
}

extension SeededNumbers {
    fileprivate mutating func error() -> Int { CountNoise.error(next().bytes + next().bytes) }
}
