import Logging

@testable import AuthSession

@Suite("Refreshing a session", .timeLimit(.minutes(10))) struct RefreshTests {
    @Test(
        "A reused refresh token ends the session, and the log reports it",
        arguments: [Reuse.late, .afterSuccessor, .muchOlder, .unusedTooLong])
    func reuse(_ reuse: Reuse) async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let old = try #require(signedIn.tokens.refreshToken)
            var latest = try await auth.refresh(old)
            switch reuse {
            case .late:
                // The answer has arrived: what it held is used.
                #expect(try await auth.refusal(latest.accessToken) == nil)
                auth.clock.advance(milliseconds: 10_001)
            case .unusedTooLong: auth.clock.advance(seconds: day)
            case .afterSuccessor: latest = try await auth.refresh(latest.refreshToken)
            case .muchOlder: for _ in 0..<5 { latest = try await auth.refresh(latest.refreshToken) }
            }
            let before: ErrorCode? = reuse == .unusedTooLong ? .tokenExpired : nil
            if reuse != .late { #expect(try await auth.refusal(latest.accessToken) == before) }
            #expect(try await auth.outcome(RefreshSession(token: old)) == .invalidToken)
            #expect(try await auth.refusal(latest.accessToken) == .invalidToken)
            let current = try #require(latest.refreshToken)
            #expect(try await auth.outcome(RefreshSession(token: current)) == .invalidToken)
            let lines = auth.log.events("token-reused")
            #expect(lines.count == 1 && lines[0].level == .warning)
            #expect(lines[0].metadata["session"] == signedIn.session.session.text)
            #expect(lines[0].metadata["account"] == "anna")
            #expect(auth.log.lines.allSatisfy { !$0.text.contains(old.value) && !$0.text.contains("br_") })
            #expect(try await auth.credentials().changes.map(\.key) == ["session/\(signedIn.session.session)"])
            #expect(auth.count(SessionMetrics.ended, ["reason": "reuse"]) == 1)
        }
    }

    enum Reuse: Sendable { case late, afterSuccessor, muchOlder, unusedTooLong }

    @Test("Exchanging an access token proves that its answer arrived")
    func exchangedAnswer() async throws {
        try await AuthSessionHarness.run { auth in
            let token = try #require(try await auth.signIn().tokens.refreshToken)
            let next = try #require(try await auth.refresh(token).accessToken)
            _ = try await auth.send(ExchangeToken(subjectToken: next, audience: nil, program: nil))
            auth.clock.advance(seconds: 11)
            #expect(try await auth.outcome(RefreshSession(token: token)) == .invalidToken)
        }
    }

    @Test("The proof that an answer arrived survives a restart")
    func usedOverRestart() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        let kept = Mutex<SecretText?>(nil)
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            let token = try #require(try await auth.signIn().tokens.refreshToken)
            #expect(try await auth.refusal(try await auth.refresh(token).accessToken) == nil)
            kept.withLock { $0 = token }
        }
        clock.advance(seconds: 60)
        let token = try #require(kept.withLock { $0 })
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            let found = try await auth.outcome(RefreshSession(token: token))
            #expect(found == .invalidToken)
            #expect(auth.log.events("token-reused").count == 1)
        }
    }

    @Test("A valid access token gets the next one without a refresh token; an expired one is refused")
    func accessToken() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            auth.clock.advance(seconds: day - 1)
            let next = try await auth.refresh(signedIn.tokens.accessToken)
            #expect(next.refreshToken == nil && next.secret == nil)
            #expect(try await auth.refusal(next.accessToken) == nil)
            #expect(next.accessExpiresAt == .start.adding(seconds: 2 * day - 1))
            auth.clock.advance(seconds: day)
            let expired = try #require(next.accessToken)
            #expect(try await auth.outcome(RefreshSession(token: expired)) == .tokenExpired)
            #expect(try await auth.send(ListSessions(account: .anna)).count == 1)
            #expect(auth.log.events("session-ended").isEmpty)
        }
    }

    @Test("A stolen access token that was refreshed is detected when its owner refreshes")
    func stolenAccessToken() async throws {
        try await AuthSessionHarness.run { auth in
            let stolen = try #require(try await auth.signIn().tokens.accessToken)
            let thiefs = try await auth.refresh(stolen)
            #expect(try await auth.refusal(thiefs.accessToken) == nil)
            auth.clock.advance(seconds: 11)
            #expect(try await auth.outcome(RefreshSession(token: stolen)) == .invalidToken)
            #expect(try await auth.refusal(thiefs.accessToken) == .invalidToken)
            #expect(auth.log.events("token-reused").count == 1)
        }
    }

    @Test("An access token of Sign in with Apple cannot refresh and ends nothing")
    func appleAccessToken() async throws {
        try await AppleHarness.run { it in
            let tokens = try await it.auth.send(try it.request()).tokens
            let access = try #require(tokens.accessToken)
            #expect(try await it.auth.outcome(RefreshSession(token: access)) == .invalidToken)
            #expect(try await it.auth.refusal(access) == nil)
            #expect(try await it.auth.refresh(tokens.refreshToken).refreshToken != nil)
        }
    }

    @Test("An earlier access token stays valid until it expires while the session lives")
    func earlierGeneration() async throws {
        try await AuthSessionHarness.run { auth in
            let first = try await auth.signIn().tokens
            auth.clock.advance(seconds: 3600)
            _ = try await auth.refresh(first.refreshToken)
            #expect(try await auth.refusal(first.accessToken) == nil)
            auth.clock.advance(seconds: day - 3601)
            #expect(try await auth.refusal(first.accessToken) == nil)
            auth.clock.advance(seconds: 1)
            #expect(try await auth.refusal(first.accessToken) == .tokenExpired)
        }
    }
}
