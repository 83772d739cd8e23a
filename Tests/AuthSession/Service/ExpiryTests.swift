// Sessions end for want of use and by their age, over the bus.

import Isolation
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import AuthSession

@Suite("The life of a session", .timeLimit(.minutes(10)))
struct ExpiryTests {
    @Test(
        "unused it ends after its limit, whether or not it was purged",
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
            #expect(
                await eventually { auth.log.events("session-ended").map { $0.metadata["reason"] } == ["expired"] })
        }
    }

    @Test("use keeps it alive, its age ends it")
    func absolute() async throws {
        try await AuthSessionHarness.run {
            $0.sessions.absoluteLimit = .seconds(50 * day)
        } _: { auth in
            var tokens = try await auth.signIn(isRemembered: false).tokens
            for _ in 0..<2 {
                auth.clock.advance(seconds: 20 * day)
                tokens = try await auth.refresh(tokens.refreshToken)
            }
            auth.clock.advance(seconds: 10 * day - 1)
            tokens = try await auth.refresh(tokens.refreshToken)
            #expect(
                try await auth.authenticate(tokens.accessToken).principal?.expiresAt == .start.adding(seconds: 50 * day)
            )
            auth.clock.advance(seconds: 1)
            #expect(try await auth.refusal(tokens.accessToken) == .tokenExpired)
            let token = try #require(tokens.refreshToken)
            #expect(try await auth.outcome(RefreshSession(token: token)) == .tokenExpired)
        }
    }

    @Test("activity that the edge tells of keeps a session alive, and revives none")
    func activity() async throws {
        try await AuthSessionHarness.run { auth in
            let used = try await auth.signIn(isRemembered: false)
            let unused = try await auth.signIn(.ben, isRemembered: false)
            let ids = [used, unused].map(\.session.session)
            let lastUse = { (index: Int, at: UnixTime) in
                RecordActivity(activities: [.init(session: ids[index], at: at)])
            }
            auth.clock.advance(seconds: 20 * day)
            let now = auth.clock.now()
            // Nobody was active tomorrow, and what is not known is ignored.
            _ = try await auth.send(
                RecordActivity(activities: [
                    .init(session: ids[0], at: now.adding(seconds: day)), .init(session: .named("nothing"), at: now),
                ]))
            let listed = try await auth.send(ListSessions(account: .anna))
            #expect(listed[0].lastActivityAt == now)
            #expect(listed[0].expiresAt == now.adding(seconds: 30 * day))
            // Older news takes nothing back.
            _ = try await auth.send(lastUse(0, .start.adding(seconds: 60)))
            #expect(try await auth.send(ListSessions(account: .anna))[0].lastActivityAt == now)

            auth.clock.advance(seconds: 10 * day)
            auth.signalPurge()
            #expect(try await eventually { try await auth.credentials().changes.count == 1 }, "the unused one ends")
            _ = try await auth.send(lastUse(1, auth.clock.now()))
            #expect(try await auth.send(ListSessions(account: .ben)).isEmpty)
            #expect(try await auth.send(ListSessions(account: .anna)).count == 1)
            auth.clock.advance(seconds: 20 * day)
            _ = try await auth.send(lastUse(0, auth.clock.now()))
            #expect(try await auth.send(ListSessions(account: .anna)).isEmpty)
        }
    }

    @Test("ten thousand activities are taken at once, more are not")
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
