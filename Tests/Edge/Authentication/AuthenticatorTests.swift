// Finding out who calls, over a real bus from an auth-session that does what a test says.

import HTTPTypes
import Isolation
import Models
import ServiceRuntime
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AuthenticatorTests {
    @Test("A caller who was asked about is known without asking again")
    func remembers() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            for _ in 0..<100 {
                let caller = try await gate.caller("token")
                #expect(caller.account == AccountID("anna") && caller.session == SessionID("anna"))
            }
            #expect(gate.auth.questions(about: "token") == 1)
            #expect(gate.lookups("remembered") >= 99)
        }
    }

    @Test(
        "A refusal says why, in the words that the apps look for",
        arguments: [
            (ErrorCode.tokenExpired, "Token expired"), (.invalidToken, "Invalid token"),
            (.accountGone, "User not found"),
        ])
    func refusals(_ code: ErrorCode, _ message: String) async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.refuse("token", because: code)
            for asked in 1...2 {
                let error = await #expect(throws: EdgeError.self) { try await gate.caller("token") }
                #expect(error?.code == code && error?.message == message && error?.status.code == 401)
                // A refusal is not remembered.
                #expect(gate.auth.questions(about: "token") == asked)
            }
            let counted = gate.metrics.snapshot().first { sample in
                sample.name == AuthenticationCounts.refusalsLabel && sample.labels == [["reason", code.rawValue]]
            }
            #expect(counted?.value == 2)
        }
    }

    @Test("Without a credential nobody is asked")
    func nobody() async throws {
        try await AuthenticationFixture.run { gate, _ in
            let error = await #expect(throws: EdgeError.self) {
                try await gate.authenticator.caller(
                    of: EdgeRequest(RequestHeaders()), servesStale: true, accepting: .api)
            }
            #expect(error?.code == .authenticationRequired && error?.status.code == 401)
            #expect(gate.auth.questions(about: "") == 0)
        }
    }

    @Test("An API key opens what its scopes say, and is no person")
    func apiKeys() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("publisher", as: .keyOf("publisher"))
            gate.auth.know("operator", as: .keyOf("operator", [.operate]))
            gate.auth.know("person", as: .sessionOf("person"))
            #expect(await gate.refusal("publisher", isAPIKey: true) == nil)
            #expect(await gate.refusal("operator", isAPIKey: true) == .forbidden)
            #expect(await gate.refusal("unknown", isAPIKey: true) == .invalidToken)
            #expect(await gate.refusal("person", isAPIKey: true) == .invalidToken)
            #expect(await gate.refusal("publisher") == .invalidToken)
            let error = await #expect(throws: EdgeError.self) {
                try await gate.authenticator.authorize(.showing(token: "publisher"), scope: .publish)
            }
            #expect(error?.code == .authenticationRequired)
            // A publisher whose key does not count is told of the key, and not of a token as the apps' people are.
            let unknown = await #expect(throws: EdgeError.self) {
                try await gate.authenticator.authorize(.showing(apiKey: "unknown"), scope: .publish)
            }
            #expect(unknown?.textForPeople == "This API key is not known: it may be mistyped, revoked, or over.")
        }
    }

    @Test("Callers with one credential share one question")
    func sharing() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            gate.auth.hold("token")
            let misses = gate.lookups("asked")
            let callers = (0..<50).map { _ in Task { try await gate.caller("token").account } }
            #expect(
                await eventually {
                    gate.lookups("asked") == misses + 50 && gate.auth.heldAnswers(about: "token") == 1
                })
            // Who asked first may go: the others still get the answer.
            callers[0].cancel()
            gate.auth.release("token")
            for caller in callers {
                let account = try await caller.value
                #expect(account == AccountID("anna"))
            }
            #expect(gate.auth.questions(about: "token") == 1)
        }
    }

    @Test("No more callers are remembered than the setting says")
    func bound() async throws {
        try await AuthenticationFixture.run(cachedPrincipals: 10) { gate, _ in
            for number in 0..<100 {
                gate.auth.know("token\(number)", as: .sessionOf("s\(number)"))
                _ = try await gate.caller("token\(number)")
            }
            for number in 0..<100 { _ = try await gate.caller("token\(number)") }
            let asked = (0..<100).reduce(0) { $0 + gate.auth.questions(about: "token\($1)") }
            #expect(asked == 200)
        }
    }

    @Test("A credential whose time is over is asked about, and refused")
    func expiry() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna", until: UnixTime.start.adding(seconds: 1)))
            #expect(await gate.refusal("token") == nil)
            #expect(await gate.refusal("token") == nil)
            #expect(gate.auth.questions(about: "token") == 1)
            gate.auth.expire("token")
            gate.clock.advance(by: .seconds(1))
            #expect(await gate.refusal("token") == .tokenExpired)
            #expect(gate.auth.questions(about: "token") == 2)
        }
    }

    @Test("Different wrong credentials use up an address's attempts, one that is repeated does not")
    func wrongCredentials() async throws {
        try await AuthenticationFixture.run(failuresPerMinute: 5) { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            _ = try await gate.caller("token")
            for _ in 0..<20 { #expect(await gate.refusal("wrong") == .invalidToken) }
            for number in 1...4 { #expect(await gate.refusal("wrong\(number)") == .invalidToken) }
            let error = await #expect(throws: EdgeError.self) { try await gate.caller("wrong5") }
            #expect(error?.code == .rateLimited && error?.retryAfter != nil)
            // Whoever is known is not held up by it, nor whoever shows what counts for the first time.
            #expect(await gate.refusal("token") == nil)
            gate.auth.know("another", as: .sessionOf("berta"))
            #expect(await gate.refusal("another") == nil)
            #expect(await gate.refusal("wrong6") == .rateLimited)
        }
    }

    @Test("Which sessions were active is told once a minute, and at the end")
    func activity() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            _ = try await gate.caller("token")
            #expect(gate.auth.activities.isEmpty)
            #expect(await eventually { gate.clock.sleepers == 1 })
            gate.clock.advance(by: .seconds(60))
            #expect(await eventually { gate.auth.activities.contains { $0.session == SessionID("anna") } })
            let reported = gate.auth.activities.first { $0.session == SessionID("anna") }
            #expect(reported?.at == UnixTime.start)
        }
    }
}
