// Tokens and their successors, over the bus.

import Isolation
import Logging
import Models
import ServiceRuntime
import Synchronization
import Testing

@testable import AuthSession

@Suite("Refreshing a session", .timeLimit(.minutes(2)))
struct RefreshTests {
    @Test("a hundred refreshes of one token at once give one successor, the same in every answer")
    func hundredAtOnce() async throws {
        try await AuthSessionHarness.run { auth in
            let token = try await auth.signIn().tokens.refreshToken
            let answers = try await withThrowingTaskGroup(of: SessionTokens.self) { group in
                for _ in 0..<100 { group.addTask { try await auth.refresh(token) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 100)
            #expect(Set(answers.map { $0.refreshToken?.value }).count == 1)
            #expect(Set(answers.map { $0.accessToken?.value }).count == 1)
            #expect(try #require(answers[0].refreshToken).value != token?.value)
            // The one successor works.
            let next = try await auth.refresh(answers[0].refreshToken)
            #expect(next.refreshToken?.value != answers[0].refreshToken?.value)
            #expect(auth.log.events("token-reused").isEmpty)
        }
    }

    @Test("the same token gets the same answer for ten seconds, while its successor is unused")
    func retry() async throws {
        try await AuthSessionHarness.run { auth in
            let token = try await auth.signIn().tokens.refreshToken
            let first = try await auth.refresh(token)
            auth.clock.advance(seconds: 10)
            let again = try await auth.refresh(token)
            #expect(again.refreshToken?.value == first.refreshToken?.value)
            #expect(again.accessToken?.value == first.accessToken?.value)
            #expect(again.accessExpiresAt == first.accessExpiresAt)
            #expect(try await auth.refusal(first.accessToken) == nil)
        }
    }

    @Test(
        "an old token ends the session, and the log says so",
        arguments: [Reuse.late, .afterSuccessor, .muchOlder])
    func reuse(_ reuse: Reuse) async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let old = try #require(signedIn.tokens.refreshToken)
            var latest = try await auth.refresh(old)
            switch reuse {
            case .late: auth.clock.advance(milliseconds: 10_001)
            case .afterSuccessor: latest = try await auth.refresh(latest.refreshToken)
            case .muchOlder: for _ in 0..<5 { latest = try await auth.refresh(latest.refreshToken) }
            }
            #expect(try await auth.refusal(latest.accessToken) == nil)
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

    enum Reuse: Sendable { case late, afterSuccessor, muchOlder }

    @Test("a forged token ends nothing")
    func forged() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let token = try #require(signedIn.tokens.refreshToken).value
            let latest = try await auth.refresh(SecretText(token))
            let id = signedIn.session.session.text
            let forgeries = [
                token + "A", String(token.dropLast()), token.replacing("br_\(id).1.", with: "br_\(id).2."),
                token.replacing("br_\(id).1.", with: "br_\(id).0."), "br_\(id).1.\(String(repeating: "A", count: 43))",
                "br_", "br_...", "", "eyJhbGciOiJub25lIn0.e30.", "bs_" + String(repeating: "A", count: 43),
                String(repeating: "br_", count: 100_000),
            ]
            auth.clock.advance(seconds: 60)
            for forgery in forgeries {
                let outcome = try await auth.outcome(RefreshSession(token: SecretText(forgery)))
                #expect(outcome == .invalidToken, "\(forgery.prefix(60))")
            }
            #expect(try await auth.refusal(latest.accessToken) == nil)
            #expect(auth.log.events("session-ended").isEmpty)
        }
    }

    @Test("an expired access token refreshes like the refresh token of its generation")
    func expiredAccessToken() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            auth.clock.advance(seconds: 2 * day)
            #expect(try await auth.refusal(signedIn.tokens.accessToken) == .tokenExpired)
            let next = try await auth.refresh(signedIn.tokens.accessToken)
            #expect(try await auth.refusal(next.accessToken) == nil)
            // By either token of the old generation the same answer comes, for ten seconds.
            let byAccess = try await auth.refresh(signedIn.tokens.accessToken)
            let byRefresh = try await auth.refresh(signedIn.tokens.refreshToken)
            #expect(byAccess.refreshToken?.value == next.refreshToken?.value)
            #expect(byRefresh.accessToken?.value == next.accessToken?.value)
            // The refresh token that came with it is genuine.
            let after = try await auth.refresh(next.refreshToken)
            auth.clock.advance(seconds: 11)
            let old = try #require(signedIn.tokens.accessToken)
            #expect(try await auth.outcome(RefreshSession(token: old)) == .invalidToken)
            #expect(try await auth.refusal(after.accessToken) == .invalidToken)
            #expect(auth.log.events("token-reused").count == 1)
        }
    }

    @Test("an access token of an earlier generation counts until its end, while the session lives")
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

    @Test("an opaque session has nothing to refresh")
    func opaque() async throws {
        try await AuthSessionHarness.run { auth in
            let secret = try #require(try await auth.signIn(.anna, .opaque).tokens.secret)
            #expect(try await auth.outcome(RefreshSession(token: secret)) == .invalidToken)
            #expect(try await auth.refusal(secret) == nil)
        }
    }

    @Test("a restart keeps sessions, tokens, and the answer to a retry")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        let before = Mutex<[SessionTokens]>([])
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            let old = try await auth.signIn().tokens
            let tokens = [old, try await auth.refresh(old.refreshToken), try await auth.signIn(.anna, .opaque).tokens]
            before.withLock { $0 = tokens }
        }
        let (old, new, opaque) = before.withLock { ($0[0], $0[1], $0[2]) }
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            let again = try await auth.refresh(old.refreshToken)
            #expect(again.refreshToken?.value == new.refreshToken?.value)
            #expect(again.accessToken?.value == new.accessToken?.value)
            #expect(try await auth.refusal(new.accessToken) == nil)
            #expect(try await auth.refusal(opaque.secret) == nil)
            #expect(try await auth.send(ListSessions(account: .anna)).count == 2)
            _ = try await auth.refresh(new.refreshToken)
        }
    }
}
