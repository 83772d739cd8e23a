@testable import Edge

@Suite struct AttemptLimiterTests {
    private let clock = SteppedClock()

    private func limiter(memory: Int = 1000, refusalTime: Duration = .zero) -> AttemptLimiter {
        AttemptLimiter(
            failuresPerMinute: 30, registrationsPerMinute: 60, memory: memory, refusalTime: refusalTime, clock: clock)
    }

    /// Sends a wrong secret: nil for its own error, else the seconds until the next attempt.
    private func guess(_ limiter: AttemptLimiter, _ address: String, _ kind: SecretKind = .token) async -> Int? {
        do throws(EdgeError) {
            try await limiter.verified(kind, from: address, isWrong: { $0.code == .invalidToken }) {
                () async throws(EdgeError) in throw EdgeError(.invalidToken, "")
            }
        } catch {
            guard error.code == .rateLimited else { return nil }
            #expect(error.status.code == 429)
            return error.retryAfter ?? -1
        }
        return nil
    }

    private func isLetIn(_ limiter: AttemptLimiter, _ address: String, _ kind: SecretKind = .token) async -> Bool {
        let value = try? await limiter.verified(kind, from: address, isWrong: { _ in true }) { 7 }
        return value == 7
    }

    @Test("An address has thirty wrong secrets a minute, and a right one always passes")
    func failures() async {
        let limiter = limiter()
        for _ in 0..<30 {
            #expect(await guess(limiter, "192.0.2.1") == nil)
            clock.advance(by: .seconds(1))
        }
        #expect(await guess(limiter, "192.0.2.1") == 30)
        #expect(await isLetIn(limiter, "192.0.2.1"))
        #expect(await guess(limiter, "192.0.2.2") == nil)
        #expect(await guess(limiter, "192.0.2.1", .password) == nil)
        clock.advance(by: .milliseconds(29_001))
        #expect(await guess(limiter, "192.0.2.1") == 1)
        clock.advance(by: .milliseconds(999))
        for _ in 0..<30 { #expect(await guess(limiter, "192.0.2.1") == nil) }
        #expect(await guess(limiter, "192.0.2.1") == 60)
    }

    @Test(
        "A refused password is answered after whole seconds, whether or not it was checked",
        arguments: [0, 200, 999, 1000, 1300], [ErrorCode.rateLimited, .overloaded])
    func refusalTime(_ milliseconds: Int, _ code: ErrorCode) async {
        let limiter = limiter(refusalTime: .seconds(1))
        let clock = clock
        let answered = Mutex(false)
        async let answer: Void = {
            _ = try? await limiter.verified(.password, from: "192.0.2.1", isWrong: \.meansWrongPassword) {
                () async throws(EdgeError) -> Int in
                clock.advance(by: .milliseconds(milliseconds))
                throw EdgeError(code, "", retryAfter: 7)
            }
            answered.withLock { $0 = true }
        }()
        #expect(await eventually { clock.sleepers == 1 })
        let rest = 1000 - milliseconds % 1000
        clock.advance(by: .milliseconds(rest - 1))
        // In parallel, any number of others are checked.
        for _ in 0..<40 { #expect(await isLetIn(limiter, "192.0.2.1", .password)) }
        #expect(!answered.withLock { $0 } && clock.sleepers == 1)
        clock.advance(by: .milliseconds(1))
        await answer
        #expect(answered.withLock { $0 })
    }

    @Test("If a check takes longer than a second, an unchecked password waits as long")
    func slowJudging() async {
        let limiter = limiter(refusalTime: .seconds(1))
        let clock = clock
        @Sendable func show(_ code: ErrorCode, after milliseconds: Int, from address: String = "192.0.2.1") async {
            _ = try? await limiter.verified(.password, in: Int.self, from: address, isWrong: \.meansWrongPassword) {
                () async throws(EdgeError) -> Int in
                clock.advance(by: .milliseconds(milliseconds))
                throw EdgeError(code, "")
            }
        }
        /// The milliseconds until a "wait" answer.
        func answerTime(judgedFor milliseconds: Int) async -> Int {
            let begun = clock.now
            async let answer: Void = show(.rateLimited, after: milliseconds)
            #expect(await eventually { clock.sleepers == 1 })
            while clock.sleepers > 0 { clock.advance(by: .milliseconds(100)) }
            await answer
            return Int((clock.now - begun) / .milliseconds(1))
        }
        #expect(await answerTime(judgedFor: 0) == 1000)
        await show(.wrongCredentials, after: 1300)
        for time in [0, 300, 1300, 1700] { #expect(await answerTime(judgedFor: time) == 2000) }
        // Even with a slow service, no caller waits longer than a few seconds.
        await show(.wrongCredentials, after: 60_000)
        #expect(await answerTime(judgedFor: 0) == 5000)
        for number in 0..<100 { await show(.wrongCredentials, after: 200, from: "address \(number)") }
        #expect(await answerTime(judgedFor: 0) == 1000)
        // Another kind of message, faster or slower, has no influence.
        _ = try? await limiter.verified(.password, in: String.self, from: "192.0.2.1", isWrong: { _ in true }) {
            clock.advance(by: .seconds(3))
        }
        #expect(await answerTime(judgedFor: 0) == 1000)
    }

    @Test("A wrong password that was checked, and a token, are answered at once")
    func answeredAtOnce() async {
        let limiter = limiter(refusalTime: .seconds(1))
        for _ in 0..<30 { #expect(await guess(limiter, "192.0.2.1", .password) == nil) }
        for _ in 0..<30 { #expect(await guess(limiter, "192.0.2.1") == nil) }
        #expect(await guess(limiter, "192.0.2.1") == 60)
    }

    @Test("A secret that could not be checked is no failed attempt")
    func outages() async {
        let limiter = limiter()
        for _ in 0..<100 {
            let error = await #expect(throws: EdgeError.self) {
                try await limiter.verified(.token, from: "192.0.2.1", isWrong: { $0.code == .invalidToken }) {
                    () async throws(EdgeError) -> Int in throw EdgeError(.unavailable, "", retryAfter: 1)
                }
            }
            #expect(error?.code == .unavailable)
        }
        #expect(await guess(limiter, "192.0.2.1") == nil)
    }

    @Test("After too many failures a few secrets are checked in parallel, and the others wait")
    func places() async {
        let limiter = VerificationLimiter(bound: 10, memory: 100)
        func isLetIn() async -> Bool {
            if case .goes = await limiter.enter(1, at: .zero) { true } else { false }
        }
        for _ in 0..<10 { #expect(await isLetIn()) }
        // All places are taken by secrets that may be right, so these wait; one of them gives up.
        let waiting = (0..<3).map { _ in Task { await isLetIn() } }
        let gone = Task { await isLetIn() }
        gone.cancel()
        #expect(await gone.value == false)
        for _ in 0..<3 { #expect(limiter.leave(1, wasWrong: false, at: .zero) == nil) }
        for task in waiting { #expect(await task.value) }
        for _ in 0..<10 { #expect(limiter.leave(1, wasWrong: true, at: .zero) == nil) }
        for _ in 0..<VerificationLimiter.always { #expect(await isLetIn()) }
        let late = Task { await isLetIn() }
        _ = await eventually { limiter.waiting(1) == 1 }
        #expect(limiter.leave(1, wasWrong: true, at: .seconds(20)) == 40)
        #expect(await late.value)
        for _ in 0..<VerificationLimiter.always { _ = limiter.leave(1, wasWrong: false, at: .seconds(60)) }
        #expect(limiter.count == 0)
    }

    @Test("At most a thousand callers wait, and each is checked in turn")
    func turns() async {
        let limiter = VerificationLimiter(bound: 10, memory: 100)
        for _ in 0..<10 { _ = await limiter.enter(1, at: .zero) }
        let waiting = (0..<VerificationLimiter.maximumWaiting).map { _ in
            Task { if case .goes = await limiter.enter(1, at: .zero) { true } else { false } }
        }
        _ = await eventually { limiter.waiting(1) == VerificationLimiter.maximumWaiting }
        guard case .refused = await limiter.enter(1, at: .zero) else {
            Issue.record("one more than a thousand waits")
            return
        }
        // The maximum of wrong ones: from then on at most `always` are checked in parallel.
        for _ in 0..<10 { _ = limiter.leave(1, wasWrong: true, at: .zero) }
        #expect(limiter.waiting(1) == VerificationLimiter.maximumWaiting - VerificationLimiter.always)
        for _ in 0..<VerificationLimiter.maximumWaiting { #expect(limiter.leave(1, wasWrong: true, at: .zero) != nil) }
        for task in waiting { #expect(await task.value) }
    }

    @Test(
        "An address has sixty registrations and sixty resets a minute, successful or not",
        arguments: [AttemptKind.registration, .reset])
    func attempts(_ kind: AttemptKind) throws {
        let limiter = limiter()
        for _ in 0..<60 { try limiter.recordAttempt(kind, from: "192.0.2.1") }
        #expect(throws: EdgeError.self) { try limiter.recordAttempt(kind, from: "192.0.2.1") }
        try limiter.recordAttempt(kind == .reset ? .registration : .reset, from: "192.0.2.1")
        clock.advance(by: .seconds(60))
        for _ in 0..<60 { try limiter.recordAttempt(kind, from: "192.0.2.1") }
    }

    @Test(
        "The limiter counts an IPv6 network, and a whole IPv4 address",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:DB8:1:2::1", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("192.0.2.1", "192.0.2.2", false), ("", "192.0.2.1", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
        ])
    func networks(_ one: String, _ other: String, _ areSame: Bool) async {
        let limiter = limiter()
        for _ in 0..<30 { _ = await guess(limiter, one) }
        #expect((await guess(limiter, other) != nil) == areSame)
    }

    @Test("The limiter remembers a limited number of addresses")
    func memory() async {
        let limiter = limiter(memory: 100)
        for number in 0..<10_000 { _ = await guess(limiter, "address \(number)") }
        #expect(limiter.count <= 100)
        for _ in 0..<30 { _ = await guess(limiter, "192.0.2.1") }
        #expect(await guess(limiter, "192.0.2.1") == 60)
    }

    @Test("The limiter first forgets addresses whose minute is over")
    func forgetting() async {
        let limiter = limiter(memory: 100)
        for number in 0..<50 { _ = await guess(limiter, "early \(number)") }
        clock.advance(by: .seconds(60))
        for number in 0..<50 { _ = await guess(limiter, "late \(number)") }
        for _ in 0..<30 { _ = await guess(limiter, "192.0.2.1") }
        #expect(limiter.count == 51)
        #expect(await guess(limiter, "192.0.2.1") == 60)
    }
}
