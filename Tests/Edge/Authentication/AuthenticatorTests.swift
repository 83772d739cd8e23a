@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AuthenticatorTests {
    @Test("The edge asks auth-session once about a caller, and answers later calls from memory in little time")
    func remembers() async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.know("token", as: .sessionOf("anna"))
            let caller = try await fixture.caller("token")
            #expect(caller.account == AccountID("anna") && caller.session == SessionID("anna"))
            let began = ContinuousClock.now
            for _ in 0..<10_000 { _ = try await fixture.caller("token") }
            let each = (ContinuousClock.now - began) / 10_000
            // A debug build on a busy machine: the limit only finds extreme values.
            #expect(each < .milliseconds(2), "\(each)")
            #expect(fixture.auth.questions(about: "token") == 1)
            #expect(fixture.lookups("remembered") >= 10_000)
        }
    }

    @Test(
        "A refused caller gets the reason in the words that the apps compare",
        arguments: [
            (ErrorCode.tokenExpired, "Token expired"), (.invalidToken, "Invalid token"),
            (.accountGone, "User not found"),
        ])
    func refusals(_ code: ErrorCode, _ message: String) async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.refuse("token", because: code)
            for asked in 1...2 {
                let error = await #expect(throws: EdgeError.self) { try await fixture.caller("token") }
                #expect(error?.code == code && error?.message == message && error?.status.code == 401)
                #expect(fixture.auth.questions(about: "token") == asked)
            }
            let counted = fixture.metrics.snapshot().first { sample in
                sample.name == AuthenticationCounts.refusalsLabel && sample.labels == [["reason", code.rawValue]]
            }
            #expect(counted?.value == 2)
        }
    }

    @Test("An API key opens the calls of its scopes, and no call of a user")
    func apiKeys() async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.know("publisher", as: .keyOf("publisher"))
            fixture.auth.know("operator", as: .keyOf("operator", [.operate]))
            fixture.auth.know("person", as: .sessionOf("person"))
            #expect(await fixture.refusal("publisher", isAPIKey: true) == nil)
            #expect(await fixture.refusal("operator", isAPIKey: true) == .forbidden)
            #expect(await fixture.refusal("unknown", isAPIKey: true) == .invalidToken)
            #expect(await fixture.refusal("person", isAPIKey: true) == .invalidToken)
            #expect(await fixture.refusal("publisher") == .invalidToken)
            let error = await #expect(throws: EdgeError.self) {
                try await fixture.authenticator.authorize(.showing(token: "publisher"), anyOf: [.publish])
            }
            #expect(error?.code == .authenticationRequired)
            // A publisher with an invalid key gets an error about the key, not about a token.
            let unknown = await #expect(throws: EdgeError.self) {
                try await fixture.authenticator.authorize(.showing(apiKey: "unknown"), anyOf: [.publish])
            }
            #expect(unknown?.textForPeople == "This API key is not known: it may be mistyped, revoked or expired.")
        }
    }

    @Test("Callers with one credential share one question")
    func sharing() async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.know("token", as: .sessionOf("anna"))
            fixture.auth.hold("token")
            let misses = fixture.lookups("asked")
            let callers = (0..<50).map { _ in Task { try await fixture.caller("token").account } }
            #expect(
                await eventually {
                    fixture.lookups("asked") == misses + 50 && fixture.auth.heldAnswers(about: "token") == 1
                })
            // The first caller may leave: the others still get the answer.
            callers[0].cancel()
            fixture.auth.release("token")
            for caller in callers {
                let account = try await caller.value
                #expect(account == AccountID("anna"))
            }
            #expect(fixture.auth.questions(about: "token") == 1)
        }
    }

    @Test("The edge remembers at most as many callers as the setting allows")
    func bound() async throws {
        try await AuthenticationFixture.run(cachedPrincipals: 10) { fixture, _ in
            for number in 0..<100 {
                fixture.auth.know("token\(number)", as: .sessionOf("s\(number)"))
                _ = try await fixture.caller("token\(number)")
            }
            for number in 0..<100 { _ = try await fixture.caller("token\(number)") }
            let asked = (0..<100).reduce(0) { $0 + fixture.auth.questions(about: "token\($1)") }
            #expect(asked == 200)
        }
    }

    @Test("Different wrong credentials use up the attempts of an address, a repeated one does not")
    func wrongCredentials() async throws {
        try await AuthenticationFixture.run(failuresPerMinute: 5) { fixture, _ in
            fixture.auth.know("token", as: .sessionOf("anna"))
            _ = try await fixture.caller("token")
            for _ in 0..<20 { #expect(await fixture.refusal("wrong") == .invalidToken) }
            for number in 1...4 { #expect(await fixture.refusal("wrong\(number)") == .invalidToken) }
            let error = await #expect(throws: EdgeError.self) { try await fixture.caller("wrong5") }
            #expect(error?.code == .rateLimited && error?.retryAfter != nil)
            #expect(await fixture.refusal("token") == nil)
            fixture.auth.know("another", as: .sessionOf("berta"))
            #expect(await fixture.refusal("another") == nil)
            #expect(await fixture.refusal("wrong6") == .rateLimited)
        }
    }

    @Test("The edge reports active sessions once a minute")
    func activity() async throws {
        try await AuthenticationFixture.run { fixture, _ in
            fixture.auth.know("token", as: .sessionOf("anna"))
            _ = try await fixture.caller("token")
            #expect(fixture.auth.activities.isEmpty)
            #expect(await eventually { fixture.clock.sleepers == 1 })
            fixture.clock.advance(by: .seconds(60))
            #expect(await eventually { fixture.auth.activities.contains { $0.session == SessionID("anna") } })
            let reported = fixture.auth.activities.first { $0.session == SessionID("anna") }
            #expect(reported?.at == UnixTime.start)
        }
    }
}
