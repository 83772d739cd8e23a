// Who asks: from memory, from auth-session, and from neither when neither can be sure.

import HTTPTypes
import Models
import Testing

@testable import Edge

@Suite("Authentication at the edge")
struct AuthenticatorTests {
    @Test("A caller is asked about once and then remembered")
    func remembers() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            let before = edge.authSession.questions
            for _ in 0..<50 {
                let caller = try await edge.caller()
                #expect(caller.account.text == "anna")
            }
            #expect(edge.authSession.questions == before + 1)
        }
    }

    @Test("A session that ends anywhere counts no more, and an API key neither")
    func forgets() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            edge.authSession.add("other", session("berta"))
            edge.authSession.add("key", Principal(apiKey: APIKeyID("k1")!, scopes: [.publish], expiresAt: nil))
            let shown = request([("X-API-Key", "key")])
            let key = try await edge.authenticator.authorize(shown, scope: .publish)
            #expect(key.apiKey?.text == "k1")
            #expect(await edge.refusal() == nil)
            #expect(await edge.refusal("other") == nil)

            edge.authSession.end(.session(SessionID("anna")!))
            try await edge.until(.invalidToken)
            #expect(await edge.refusal("other") == nil)

            edge.authSession.end(.apiKey(APIKeyID("k1")!))
            let deadline = ContinuousClock.now + .seconds(5)
            while (try? await edge.authenticator.authorize(shown, scope: .publish)) != nil {
                try #require(ContinuousClock.now < deadline)
                await Task.yield()
            }
        }
    }

    @Test("An answer made before a revocation and delivered after it is not used")
    func heldBackAnswer() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            edge.authSession.add("witness", session("witness"))
            #expect(await edge.refusal("witness") == nil)
            await edge.authSession.gate.close()
            async let refusal = edge.refusal()
            await edge.authSession.gate.untilSomeoneWaits()

            // The answer that says "anna" exists and is on its way. Meanwhile her session ends, and the edge hears of it:
            // it forgets the witness, whose end comes after hers.
            edge.authSession.end(.session(SessionID("anna")!))
            edge.authSession.end(.session(SessionID("witness")!))
            let deadline = ContinuousClock.now + .seconds(5)
            while edge.authenticator.cursor?.sequence != 9 {
                try #require(ContinuousClock.now < deadline, "the edge does not hear of the end")
                await Task.yield()
            }
            await edge.authSession.gate.open()
            #expect(await refusal == .invalidToken)
        }
    }

    @Test("The edge that ends a session knows it before the feed says so")
    func ownEnd() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            #expect(await edge.refusal() == nil)
            edge.authenticator.forget(session: SessionID("anna")!)
            // auth-session has not heard of it in this test and still vouches for her.
            #expect(await edge.refusal() == .invalidToken)
        }
    }

    @Test("Those who ask about one credential at once share the question")
    func sharesQuestions() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            let before = edge.authSession.questions
            await edge.authSession.gate.close()
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { _ = try await edge.caller() } }
                await edge.authSession.gate.untilSomeoneWaits()
                await edge.authSession.gate.open()
                try await group.waitForAll()
            }
            // Who came when the answer was there already was served from memory.
            #expect(edge.authSession.questions == before + 1)
        }
    }

    @Test("While auth-session is away, what is remembered serves some readings for 30 s and nothing else")
    func away() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            #expect(await edge.refusal() == nil)
            edge.authSession.goAway()

            edge.feedClock.advance(by: .seconds(1))
            #expect(await edge.refusal() == nil, "the memory is fresh for another half second")
            edge.feedClock.advance(by: .seconds(1))
            #expect(await edge.refusal(servesStale: true) == nil)
            #expect(await edge.refusal(servesStale: false) == .unavailable)
            #expect(await edge.refusal("unknown", servesStale: true) == .unavailable)
            edge.feedClock.advance(by: .seconds(28))
            #expect(await edge.refusal(servesStale: true) == nil)
            edge.feedClock.advance(by: .seconds(1))
            #expect(await edge.refusal(servesStale: true) == .unavailable)

            edge.authSession.comeBack()
            #expect(await edge.refusal() == nil)
        }
    }

    @Test("A feed that begins anew makes the edge forget everybody")
    func restored() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            #expect(await edge.refusal() == nil)
            let before = edge.authSession.questions
            edge.authSession.restore()
            let deadline = ContinuousClock.now + .seconds(5)
            while edge.authSession.questions == before {
                #expect(await edge.refusal() == nil)
                try #require(ContinuousClock.now < deadline, "the edge still remembers")
                await Task.yield()
            }
        }
    }

    @Test("A caller is not remembered for longer than the credential lives")
    func expiry() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna", expiresAt: edge.clock.now().adding(seconds: 60)))
            _ = try await edge.caller()
            let before = edge.authSession.questions
            edge.clock.advance(seconds: 59)
            _ = try await edge.caller()
            #expect(edge.authSession.questions == before)
            edge.clock.advance(seconds: 1)
            _ = try await edge.caller()
            #expect(edge.authSession.questions == before + 1)
        }
    }

    @Test("Too many credentials that count for nothing make the address wait; callers that are known go on")
    func guesses() async throws {
        try await withAuthenticator(failuresPerMinute: 5) { edge in
            edge.authSession.add("token", session("anna"))
            _ = try await edge.caller()
            for number in 0..<5 { #expect(await edge.refusal("guess\(number)") == .invalidToken) }
            #expect(await edge.refusal("guess5") == .rateLimited)
            #expect(await edge.refusal() == nil)
        }
    }

    @Test("auth-session is told which sessions were active, once each")
    func activity() async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            for _ in 0..<10 { _ = try await edge.caller() }
            edge.authSession.goAway()
            await edge.authenticator.tellActivity()
            edge.authSession.comeBack()
            await edge.authenticator.tellActivity()
            await edge.authenticator.tellActivity()
            #expect(edge.authSession.activities.map(\.session.text).sorted() == ["anna", "probe"])
        }
    }

    @Test(
        "The credential is found in each of the headers that apps use",
        arguments: [
            ([("Authorization", "Bearer token")], "anna"), ([("Authorization", "bearer token")], "anna"),
            ([("Authorization", "token")], "anna"), ([("X-Session-Token", "token")], "anna"),
            ([("Authorization", "token"), ("X-Session-Token", "other")], "anna"),
        ])
    func headers(_ fields: [(String, String)], _ account: String) async throws {
        try await withAuthenticator { edge in
            edge.authSession.add("token", session("anna"))
            let caller = try await edge.authenticator.caller(of: request(fields), servesStale: false)
            #expect(caller.account.text == account)
        }
    }

    @Test(
        "Without a credential nobody is asked",
        arguments: [
            [], [("Authorization", "")], [("Authorization", "Bearer")], [("Authorization", "Basic dXNlcjpwdw==")],
            [("X-Session-Token", "")], [("X-API-Key", "")],
        ] as [[(String, String)]])
    func nothingShown(_ fields: [(String, String)]) async throws {
        try await withAuthenticator { edge in
            let before = edge.authSession.questions
            await #expect(throws: EdgeError.self) {
                try await edge.authenticator.caller(of: request(fields), servesStale: true)
            }
            #expect(edge.authSession.questions == before)
        }
    }
}
