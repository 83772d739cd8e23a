@testable import AuthSession

@Suite("The life of a session", .timeLimit(.minutes(10))) struct ExpiryTests {
    @Test(
        "An unused session ends after its limit, whether or not it was purged",
        arguments: [
            (SessionKind.rotating, false, 30 * day), (.rotating, true, 365 * day), (.opaque, false, 365 * day),
        ])
    func idle(_ kind: SessionKind, _ isRemembered: Bool, _ limit: Int64) async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn(.anna, kind, isRemembered: isRemembered)
            #expect(signedIn.session.expiresAt == .start.adding(seconds: limit))
            auth.clock.advance(seconds: limit - 1)
            #expect(try await auth.send(ListSessions(account: .anna)).count == 1)
            auth.clock.advance(seconds: 1)
            #expect(try await auth.send(ListSessions(account: .anna)).isEmpty)
            let token = signedIn.tokens.secret ?? signedIn.tokens.accessToken
            #expect(try await auth.refusal(token) == .tokenExpired)
            if let refresh = signedIn.tokens.refreshToken {
                #expect(try await auth.outcome(RefreshSession(token: refresh)) == .tokenExpired)
                #expect(try await auth.outcome(RefreshSession(token: refresh)) == .tokenExpired)
            }
            auth.signalPurge()
            #expect(try await eventually { try await auth.credentials().changes.count == 1 }, "the feed tells")
            #expect(try await auth.refusal(token) == .tokenExpired)
            // The log is written behind the commit that the feed tells of.
            #expect(await eventually { auth.log.events("session-ended").map { $0.metadata["reason"] } == ["expired"] })
        }
    }

    @Test("Ten thousand activities are taken at once, and more are refused")
    func largest() async throws {
        try await AuthSessionHarness.run { auth in
            let id = try await auth.signIn().session.session
            auth.clock.advance(seconds: 60)
            let now = auth.clock.now()
            var activities = (1..<10_000).map { RecordActivity.Activity(session: .named("none-\($0)"), at: now) }
            activities.append(.init(session: id, at: now))
            _ = try await auth.send(RecordActivity(activities: activities))
            #expect(try await auth.send(ListSessions(account: .anna))[0].lastActivityAt == now)
            activities.append(.init(session: id, at: now))
            #expect(try await auth.outcome(RecordActivity(activities: activities)) == .invalidRequest)
        }
    }
}
