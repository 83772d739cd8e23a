@testable import Identity

@Suite("Delays after failures") struct DelayTests {
    private let ada = AttemptName.signIn(.of("ada"), to: .named("ada"))
    private let bob = AttemptName.signIn(.of("bob"), to: .named("bob"))
    private let home = AttemptSource.network([192, 0, 2, 1])

    private func at(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    private func network(_ number: Int) -> AttemptSource { .network(withUnsafeBytes(of: UInt32(number)) { Array($0) }) }

    private func guess(
        _ delays: inout FailureDelays, _ name: AttemptName, from source: AttemptSource, isKnown: Bool = false,
        at seconds: Int64
    ) -> Int? {
        switch delays.begin(name, from: source, isKnown: isKnown, at: at(seconds)) {
        case .waits(let wait): return wait
        case .goes(let attempt):
            delays.fail(attempt, at: at(seconds))
            return nil
        }
    }

    /// An attempt that does not have to wait.
    private func judged(
        _ delays: inout FailureDelays, _ name: AttemptName, from source: AttemptSource, at seconds: Int64,
        isKnown: Bool = false
    ) throws -> FailureDelays.Attempt {
        guard case .goes(let attempt) = delays.begin(name, from: source, isKnown: isKnown, at: at(seconds)) else {
            return try #require(nil as FailureDelays.Attempt?, "it waits")
        }
        return attempt
    }

    @Test("Delays begin with the sixth attempt and double up to a minute")
    func growing() {
        var delays = FailureDelays()
        for _ in 0..<5 { #expect(guess(&delays, ada, from: home, at: 0) == nil) }
        var now: Int64 = 0
        for wait: Int64 in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            now += wait
            #expect(guess(&delays, ada, from: home, at: now) == nil)
        }
        #expect(guess(&delays, bob, from: home, at: now) == nil)
    }

    @Test("An attempt that comes too early is counted, not checked, and starts the wait again")
    func early() {
        var delays = FailureDelays()
        for _ in 0..<5 { #expect(guess(&delays, ada, from: home, at: 0) == nil) }
        // A caller that retries each second waits for ever. One that waits as long as it was asked to is checked.
        #expect(guess(&delays, ada, from: home, at: 0) == 2)
        for second: Int64 in 1...300 { #expect(guess(&delays, ada, from: home, at: second) ?? 0 > 1) }
        #expect(guess(&delays, ada, from: home, at: 359) == 60)
        #expect(guess(&delays, ada, from: home, at: 359 + 60) == nil)
    }

    @Test("Parallel attempts cannot exceed the number of free failures")
    func atOnce() {
        var delays = FailureDelays()
        var judged: [FailureDelays.Attempt] = []
        for _ in 0..<60 {
            if case .goes(let attempt) = delays.begin(ada, from: home, isKnown: true, at: at(0)) {
                judged.append(attempt)
            }
        }
        #expect(judged.count == FailureDelays.free)
    }

    @Test("An unknown name is delayed like a known one, and each name of an account by itself")
    func names() {
        let email = AttemptName.signIn(.of("ada@example.org"), to: .named("ada"))
        let nobody = AttemptName.signIn(.of("nobody"), to: nil)
        var (of, ofNobody) = (FailureDelays(), FailureDelays())
        for second: Int64 in [0, 0, 0, 0, 0, 0, 1, 2, 9, 20, 100, 160, 161] {
            let wait = guess(&of, ada, from: home, at: second)
            #expect(wait == guess(&ofNobody, nobody, from: home, at: second))
        }
        #expect(guess(&of, ada, from: home, at: 161) != nil)
        for _ in 0..<5 { #expect(guess(&of, email, from: home, at: 161) == nil) }
    }

    @Test("One source cannot use up the shared failures of an account")
    func timeout() {
        var delays = FailureDelays()
        let names = ["ada", "ada@example.org", "+33612345678"].map { AttemptName.signIn(.of($0), to: .named("ada")) }
        var next = names.map { _ in Int64(0) }
        var failures = names.map { _ in 0 }
        let end: Int64 = 20_000
        for second in 0..<end {
            for (place, name) in names.enumerated() where next[place] <= second {
                // Every wait is that of the name alone.
                #expect(guess(&delays, name, from: home, at: second) == nil)
                failures[place] += 1
                next[place] = second + FailureDelays.wait(after: failures[place])
            }
        }
        #expect(failures.allSatisfy { $0 > 300 })
        for place in 0..<20 { #expect(guess(&delays, ada, from: network(place), at: end) == nil) }
    }

    @Test("A known source gets the same waits as others until its password is right")
    func knownSources() {
        var (known, unknown) = (FailureDelays(), FailureDelays())
        func name(_ number: Int) -> AttemptName { .signIn(.of("name \(number)"), to: nil) }
        func answer(_ delays: inout FailureDelays, _ name: AttemptName, isKnown: Bool) -> Int? {
            switch delays.begin(name, from: home, isKnown: isKnown, at: at(0)) {
            case .waits(let wait): return wait
            case .goes(let attempt):
                delays.fail(attempt, at: at(0))
                return attempt.waitOfOthers
            }
        }
        for number in 1..<FailureDelays.freeOfNetwork {
            #expect(answer(&known, name(number), isKnown: false) == nil)
            #expect(answer(&unknown, name(number), isKnown: false) == nil)
        }
        // The last that is free, those after it, and those after five.
        for number in 0..<8 {
            let wait = answer(&known, ada, isKnown: true)
            #expect(wait == answer(&unknown, ada, isKnown: false))
            #expect((wait == nil) == (number == 0))
        }
        #expect(answer(&known, name(0), isKnown: false) == answer(&unknown, name(0), isKnown: false))
    }

    @Test("Unknown sources share one count of failures with a name, and a known source never waits")
    func manySources() {
        var delays = FailureDelays()
        for number in 0..<FailureDelays.freeOfName { #expect(guess(&delays, ada, from: network(number), at: 0) == nil) }
        let refused = guess(&delays, ada, from: network(1000), at: 0)
        #expect(refused == Int(FailureDelays.pauseOfNameSeconds))
        #expect(guess(&delays, bob, from: network(1000), at: 0) == nil)
        for number in 2000..<2200 { #expect(guess(&delays, ada, from: network(number), isKnown: true, at: 0) == nil) }
        // The refused caller has one attempt less. The next opening goes to the next caller.
        #expect(guess(&delays, ada, from: network(1001), at: FailureDelays.pauseOfNameSeconds) == nil)
        #expect(guess(&delays, ada, from: network(1000), at: FailureDelays.pauseOfNameSeconds) != nil)
        for number in 3000..<3100 {
            let day: Int64 = 86_400
            #expect(guess(&delays, ada, from: network(number), at: day) == nil)
        }
    }

    @Test("All names share one count of failures in a network, and a person known there never waits")
    func manyNames() throws {
        var delays = FailureDelays()
        func name(_ number: Int) -> AttemptName { .signIn(.of("name \(number)"), to: nil) }
        for number in 0..<FailureDelays.freeOfNetwork {
            #expect(guess(&delays, name(number), from: home, at: 0) == nil)
        }
        #expect(guess(&delays, name(1000), from: home, at: 0) == Int(FailureDelays.pauseOfNetworkSeconds))
        #expect(guess(&delays, ada, from: home, isKnown: true, at: 0) == nil)
        #expect(guess(&delays, ada, from: network(1), at: 0) == nil)
        let session = SessionID("0b1d2c4f6a8e5f0c3a9e7b1d")
        if let session { #expect(guess(&delays, ada, from: .session(session), isKnown: true, at: 0) == nil) }
        // A signed-in user can change the password, whatever others try from the same network.
        #expect(guess(&delays, .passwordChange(.named("ada")), from: home, at: 0) == nil)
        // One more in each pause.
        #expect(guess(&delays, name(1001), from: home, at: FailureDelays.pauseOfNetworkSeconds) == nil)
        #expect(guess(&delays, name(1002), from: home, at: FailureDelays.pauseOfNetworkSeconds) != nil)
        // Right passwords are not counted as attempts.
        for number in 0..<100 { delays.takeBack(try judged(&delays, name(number), from: network(2), at: 0)) }
    }

    @Test("A right or cancelled attempt does not count for the name")
    func givingBack() throws {
        var delays = FailureDelays()
        for number in 0..<500 { delays.takeBack(try judged(&delays, ada, from: network(number), at: 0)) }
        #expect(guess(&delays, ada, from: home, at: 0) == nil)
    }

    @Test("A sign-in from a network does not change the delay of others there")
    func success() throws {
        var (delays, others) = (FailureDelays(), FailureDelays())
        for _ in 0..<4 {
            #expect(guess(&delays, ada, from: home, at: 0) == nil)
            #expect(guess(&others, ada, from: home, at: 0) == nil)
        }
        delays.takeBack(try judged(&delays, ada, from: home, at: 1, isKnown: true))
        for second: Int64 in [2, 2, 2, 3, 60, 61] {
            #expect(guess(&delays, ada, from: home, at: second) == guess(&others, ada, from: home, at: second))
        }
    }

    @Test("A delay ends an hour after the last failure")
    func forgetting() {
        var delays = FailureDelays()
        for _ in 0..<9 { _ = guess(&delays, ada, from: home, at: 0) }
        #expect(guess(&delays, ada, from: home, at: 1) != nil)
        for _ in 0..<5 { #expect(guess(&delays, ada, from: home, at: 3601) == nil) }
        #expect(guess(&delays, ada, from: home, at: 3601) != nil)
    }

    @Test("A cancelled attempt is not counted and leaves the wait unchanged")
    func abandoning() throws {
        var delays = FailureDelays()
        for _ in 0..<5 { #expect(guess(&delays, ada, from: home, at: 0) == nil) }
        for _ in 0..<20 { delays.takeBack(try judged(&delays, ada, from: home, at: 1)) }
        #expect(guess(&delays, ada, from: home, at: 1) == nil)
        #expect(guess(&delays, ada, from: home, at: 2) != nil)
    }

    @Test("The password changes of an account have their own count")
    func kinds() {
        var delays = FailureDelays()
        let change = AttemptName.passwordChange(.named("ada"))
        for _ in 0..<6 { _ = guess(&delays, change, from: home, at: 0) }
        #expect(guess(&delays, ada, from: home, at: 0) == nil)
        #expect(guess(&delays, .passwordChange(.named("bob")), from: home, at: 0) == nil)
        #expect(guess(&delays, change, from: home, at: 0) != nil)
    }

    @Test("Forgiving a name forgives it from all sources")
    func forgiving() {
        var delays = FailureDelays()
        for number in 0..<200 { _ = guess(&delays, ada, from: network(number), at: 0) }
        #expect(guess(&delays, ada, from: home, at: 0) != nil)
        delays.forgive(ada)
        #expect(guess(&delays, ada, from: network(1000), at: 0) == nil)
    }

    @Test("The service remembers a bounded number of names, those that wait longest first")
    func bounded() {
        var delays = FailureDelays(capacity: 16)
        for _ in 0..<7 { _ = guess(&delays, ada, from: home, at: 0) }
        for number in 0..<1000 {
            _ = guess(&delays, .signIn(.of("name \(number)"), to: nil), from: network(number), at: 0)
        }
        #expect(delays.count <= 16)
        #expect(guess(&delays, ada, from: home, at: 0) ?? 0 > 1)
        for number in 0..<100 {
            for _ in 0..<6 { _ = guess(&delays, .signIn(.of("name \(number)"), to: nil), from: home, at: 0) }
        }
        #expect(delays.count <= 16)
    }

    @Test("A clock set back does not lengthen a delay")
    func clockSetBack() {
        var delays = FailureDelays()
        for number in 0..<200 { _ = guess(&delays, ada, from: network(number), at: 100_000) }
        for _ in 0..<9 { _ = guess(&delays, ada, from: home, at: 100_000) }
        #expect(guess(&delays, ada, from: home, at: 0) == nil)
    }
}

@Suite("Requests for a new password") struct ResetBudgetTests {
    private func at(_ seconds: Int64) -> UnixTime { UnixTime.start.adding(seconds: seconds) }

    @Test("An address may ask for a new password three times an hour")
    func window() {
        var budget = ResetLimiter()
        for second: Int64 in [0, 10, 20] { #expect(budget.acquire(.of("a@b"), at: at(second)) == nil) }
        #expect(budget.acquire(.of("a@b"), at: at(30)) == 3570)
        #expect(budget.acquire(.of("c@d"), at: at(30)) == nil)
        #expect(budget.acquire(.of("a@b"), at: at(3599)) == 1)
        #expect(budget.acquire(.of("a@b"), at: at(3600)) == nil)
        #expect(budget.acquire(.of("a@b"), at: at(3600)) == 10)
    }

    @Test("Requests are counted for a bounded number of addresses")
    func bounded() {
        var budget = ResetLimiter(capacity: 16)
        for number in 0..<1000 { #expect(budget.acquire(.of("a\(number)@b"), at: at(0)) == nil) }
        #expect(budget.count <= 16)
    }

    @Test("A clock set back does not lengthen the wait for a request")
    func clockSetBack() {
        var budget = ResetLimiter()
        for _ in 0..<3 { #expect(budget.acquire(.of("a@b"), at: at(100_000)) == nil) }
        #expect(budget.acquire(.of("a@b"), at: at(0)) == nil)
    }
}
