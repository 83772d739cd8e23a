// People sign in, make accounts, look at their sessions and end them, over the bus.

import Isolation
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import AuthSession

@Suite("Signing in", .timeLimit(.minutes(10)))
struct SignInTests {
    @Test("gives tokens of the kind that was asked for, which count at once")
    func kinds() async throws {
        try await AuthSessionHarness.run { auth in
            let rotating = try await auth.signIn()
            #expect(rotating.tokens.secret == nil)
            #expect(rotating.tokens.accessExpiresAt == .start.adding(seconds: day))
            #expect(try #require(rotating.tokens.refreshToken).value.hasPrefix("br_\(rotating.session.session).1."))
            let principal = try #require(try await auth.authenticate(rotating.tokens.accessToken).principal)
            #expect(principal.account == .anna && principal.session == rotating.session.session)
            #expect(principal.expiresAt == .start.adding(seconds: day))

            let opaque = try await auth.signIn(.anna, .opaque)
            #expect(opaque.tokens.accessToken == nil && opaque.tokens.refreshToken == nil)
            #expect(try #require(opaque.tokens.secret).value.hasPrefix("bs_"))
            let other = try #require(try await auth.authenticate(opaque.tokens.secret).principal)
            #expect(other.session == opaque.session.session && other.session != principal.session)
            #expect(other.expiresAt == .start.adding(seconds: 365 * day))
            #expect(auth.log.events("session-begun").count == 2)
            #expect(auth.count(SessionMetrics.signIns, ["method": "password", "outcome": "success"]) == 2)
        }
    }

    @Test("tells identity which session an app has shown beside the password, whether or not it lives")
    func seenSession() async throws {
        try await AuthSessionHarness.run { auth in
            let opaque = try await auth.signIn(.anna, .opaque)
            let rotating = try await auth.signIn(.ben)
            _ = try await auth.send(EndSession(account: .anna, session: opaque.session.session))
            let anna = SeenSession(account: .anna, session: opaque.session.session)
            let ben = SeenSession(account: .ben, session: rotating.session.session)
            let stranger = SecretText("bs_" + String(repeating: "A", count: 43))
            for (shown, expected) in [
                (opaque.tokens.secret, anna), (rotating.tokens.accessToken, ben), (rotating.tokens.refreshToken, ben),
                (stranger, nil), (SecretText("x"), nil), (nil, nil),
            ] as [(SecretText?, SeenSession?)] {
                var request = SignIn.of(.anna)
                request.shown = shown
                _ = try await auth.send(request)
                #expect(auth.identity.shown.last?.seen == expected)
            }
        }
    }

    @Test("says in the log from which network somebody was refused, and no more")
    func network() async throws {
        try await AuthSessionHarness.run { auth in
            var client = ClientInfo()
            client.address = Personal("198.51.100.77")
            await #expect(throws: BusError.self) { try await auth.send(SignIn.of(.anna, password: "wrong"), client) }
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.count == 1 && lines[0].metadata["network"] == "198.51.100.0/24")
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("198.51.100.77") })
        }
    }

    @Test("is refused as identity says, counted, and told to the log without who it was")
    func refused() async throws {
        try await AuthSessionHarness.run { auth in
            let outcome = try await auth.outcome(SignIn.of(.anna, password: "canary-password"))
            #expect(outcome == .wrongCredentials)
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.count == 1 && lines[0].metadata["code"] == "INVALID_CREDENTIALS")
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("canary") && !$0.text.contains("anna") })
            let labels = ["method": "password", "outcome": "INVALID_CREDENTIALS"]
            #expect(auth.count(SessionMetrics.signIns, labels) == 1)
        }
    }

    @Test("a registration makes the account and its first session; a taken name is refused")
    func registration() async throws {
        try await AuthSessionHarness.run { auth in
            let request = Register(
                names: AccountNames(username: "carla"), password: SecretText("longer than six"),
                details: ProfileDetails(), kind: .rotating)
            let made = try await auth.send(request)
            #expect(made.profile.account == .named("carla"))
            #expect(try await auth.refusal(made.tokens.accessToken) == nil)
            #expect(try await auth.outcome(request) == .duplicate)
            #expect(auth.count(SessionMetrics.registrations, ["method": "password", "outcome": "success"]) == 1)
            #expect(
                auth.count(SessionMetrics.registrations, ["method": "password", "outcome": "DUPLICATE_FIELD"]) == 1)
        }
    }

    @Test("keeps what the app says of itself, hands it to identity, and shows it in the list")
    func client() async throws {
        try await AuthSessionHarness.run { auth in
            var client = ClientInfo()
            client.platform = "ios"
            client.device = "iPhone16,1"
            client.os = "17.5.1"
            client.city = Personal("Canarytown")
            client.country = Personal("FR")
            client.address = Personal("192.0.2.77")
            let signedIn = try await auth.signIn(client: client)
            #expect(auth.identity.clients.first == client)
            let listed = try await auth.send(ListSessions(account: .anna))
            #expect(listed.map(\.session) == [signedIn.session.session])
            #expect(listed[0].client == signedIn.session.client)
            #expect(listed[0].client.osName == "iOS" && listed[0].client.isMobile == true)
            #expect(listed[0].client.location == Personal("Canarytown, FR"))
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("Canary") && !$0.text.contains("192.0.2.77") })
        }
    }

    @Test("the eleventh session ends the least recently active one")
    func limit() async throws {
        try await AuthSessionHarness.run { auth in
            var sessions: [SignedIn] = []
            for _ in 0..<10 {
                sessions.append(try await auth.signIn())
                auth.clock.advance(seconds: 60)
            }
            // The first is used again, so the second is the one that was not used for longest.
            let used = try await auth.refresh(sessions[0].tokens.refreshToken)
            _ = try await auth.signIn(.ben)
            sessions.append(try await auth.signIn())
            #expect(try await auth.refusal(used.accessToken) == nil)
            #expect(try await auth.refusal(sessions[1].tokens.accessToken) == .invalidToken)
            #expect(try await auth.send(ListSessions(account: .anna)).count == 10)
            #expect(auth.log.events("session-ended").map { $0.metadata["reason"] } == ["limit"])
            #expect(try await auth.credentials().changes.map(\.key) == ["session/\(sessions[1].session.session)"])
        }
    }

    @Test("a person ends one session, or all others; a stranger ends none")
    func ending() async throws {
        try await AuthSessionHarness.run { auth in
            let one = try await auth.signIn()
            let two = try await auth.signIn(.anna, .opaque)
            let three = try await auth.signIn()
            let others = try await auth.signIn(.ben)
            let id = one.session.session
            #expect(try await auth.outcome(EndSession(account: .ben, session: id)) == .notFound)
            #expect(try await auth.outcome(EndSession(account: .anna, session: .named("nothing"))) == .notFound)
            #expect(try await auth.refusal(one.tokens.accessToken) == nil)
            #expect(try await auth.outcome(EndSession(account: .anna, session: id)) == nil)
            #expect(try await auth.outcome(EndSession(account: .anna, session: id)) == nil)
            #expect(try await auth.refusal(one.tokens.accessToken) == .invalidToken)
            let token = try #require(one.tokens.refreshToken)
            #expect(try await auth.outcome(RefreshSession(token: token)) == .invalidToken)

            let kept = three.session.session
            #expect(try await auth.send(EndOtherSessions(account: .anna, kept: kept)).count == 1)
            #expect(try await auth.refusal(two.tokens.secret) == .invalidToken)
            #expect(try await auth.refusal(three.tokens.accessToken) == nil)
            #expect(try await auth.refusal(others.tokens.accessToken) == nil)
            #expect(try await auth.send(EndOtherSessions(account: .anna)).count == 1)
            #expect(try await auth.send(ListSessions(account: .anna)).isEmpty)
            #expect(try await auth.credentials().changes.count == 3)
        }
    }

    @Test("only feeds that are kept here can be followed")
    func feeds() async throws {
        try await AuthSessionHarness.run { auth in
            let page = ReadFeed(feed: AccountChange.feed, epoch: nil, after: 0, limit: 1)
            await #expect(throws: BusError.self) {
                try await auth.edge.send(page, to: .authSession, MessageContext(requestID: "test"))
            }
        }
    }
}
