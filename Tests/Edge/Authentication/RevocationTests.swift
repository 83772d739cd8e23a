@testable import Edge

@Suite(.serialized, .timeLimit(.minutes(10))) struct RevocationTests {
    /// The benchmark `accounts` measures the time on an idle machine.
    @Test("The edge refuses an ended session and a revoked API key at once, also under load", arguments: [false, true])
    func latency(isAPIKey: Bool) async throws {
        try await AuthenticationFixture.run(isStepped: false) { fixture, _ in
            let clock = ContinuousClock()
            var spans: [Duration] = []
            for number in 0..<1000 {
                let secret = "secret\(number)"
                fixture.auth.know(secret, as: isAPIKey ? .keyOf("k\(number)") : .sessionOf("s\(number)"))
                // On a machine that stalls for seconds, authentication may fail for that long.
                for _ in 0..<2 {
                    try #require(await eventually { await fixture.refusal(secret, isAPIKey: isAPIKey) == nil })
                }
                let ended = clock.now
                fixture.auth.end(secret)
                while await fixture.refusal(secret, isAPIKey: isAPIKey) != .invalidToken { await Task.yield() }
                spans.append(clock.now - ended)
            }
            spans.sort()
            // Half of them, because a busy machine delays some arbitrarily.
            #expect(spans[499] < .seconds(1), "p50 \(spans[499]), p99 \(spans[989]), longest \(spans[999])")
            // The feed ended them: nearly all were in the cache until then.
            #expect(fixture.lookups("remembered") >= 900)
        }
    }

    @Test("The edge does not use an answer from before the end that arrives after it")
    func heldBack() async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.know("token", as: .sessionOf("anna"))
            fixture.auth.hold("token")
            let late = Task { await fixture.refusal("token") }
            #expect(await eventually { fixture.auth.heldAnswers(about: "token") == 1 })
            fixture.auth.end("token")
            try await fixture.untilHeard()
            fixture.auth.release("token")
            #expect(await late.value == .invalidToken)
            #expect(fixture.auth.questions(about: "token") == 2)
        }
    }

    @Test("The edge refuses a session that it ended at once, also while an answer is on its way")
    func ownEnd() async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.know("token", as: .sessionOf("anna"))
            fixture.auth.know("other", as: .sessionOf("ben"))
            #expect(await fixture.refusal("other") == nil)
            fixture.auth.hold("token")
            let late = Task { await fixture.refusal("token") }
            #expect(await eventually { fixture.auth.heldAnswers(about: "token") == 1 })
            let end = EndSession(account: AccountID("ada")!, session: SessionID("anna")!)
            await fixture.authenticator.awaitEnds(of: end, MessageContext(requestID: "test"))
            fixture.auth.release("token")
            #expect(await late.value == .invalidToken)
            #expect(await fixture.refusal("token") == .invalidToken)
            #expect(await fixture.refusal("other") == nil)
        }
    }

    @Test("Without auth-session, known callers can read for 30 s, and no other call works")
    func down() async throws {
        try await AuthenticationFixture.run { fixture, server in
            fixture.auth.know("known", as: .sessionOf("anna"))
            fixture.auth.know("unseen", as: .sessionOf("ben"))
            fixture.auth.know("key", as: .keyOf("key"))
            #expect(await fixture.refusal("known") == nil)
            #expect(await fixture.refusal("key", isAPIKey: true) == nil)
            await server.close(drain: .zero)

            // With a fresh cache no question is needed.
            #expect(await fixture.refusal("known") == nil)
            #expect(await fixture.refusal("unseen", servesStale: true) == .unavailable)
            fixture.clock.advance(by: .milliseconds(1501))
            #expect(await fixture.refusal("known", servesStale: true) == nil)
            #expect(await fixture.refusal("known") == .unavailable)
            #expect(await fixture.refusal("unseen", servesStale: true) == .unavailable)
            #expect(await fixture.refusal("key", isAPIKey: true) == .unavailable)
            #expect(fixture.lookups("stale") == 1)
            fixture.clock.advance(by: .milliseconds(28_499))
            #expect(await fixture.refusal("known", servesStale: true) == nil)
            fixture.clock.advance(by: .milliseconds(1))
            #expect(await fixture.refusal("known", servesStale: true) == .unavailable)

            // After its return, ended credentials are refused, and the others continue.
            fixture.auth.end("known")
            let again = try fixture.serveAgain()
            #expect(
                await eventually {
                    fixture.clock.advance(by: .milliseconds(500))
                    return await fixture.refusal("unseen") == nil
                })
            #expect(await fixture.refusal("known", servesStale: true) == .invalidToken)
            await again.close(drain: .zero)
        }
    }
}
