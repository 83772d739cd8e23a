// People sign in with Apple, over the bus, and with an Apple that has its bad days.

import AppleAccounts
import Crypto
import Fakes
import Foundation
import Isolation
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import AuthSession

@Suite("Signing in with Apple", .timeLimit(.minutes(2)))
struct AppleSignInTests {
    @Test("a genuine token opens the account that is derived from its user")
    func genuine() async throws {
        try await AppleHarness.run { it in
            var client = ClientInfo()
            client.userAgent = "Canary/1.0"
            client.address = Personal("192.0.2.77")
            let signedIn = try await it.auth.send(try it.request(nonce: "raw"), client)
            #expect(signedIn.session.account == .apple() && signedIn.session.door == .apple)
            #expect(signedIn.session.isRemembered && signedIn.session.client == SessionClient())
            #expect(try await it.auth.refusal(signedIn.tokens.accessToken) == nil)
            let again = try await it.auth.send(try it.request(nonce: "another"))
            #expect(again.session.account == .apple() && again.session.session != signedIn.session.session)
            // One look at the keys served both.
            #expect(it.apple.keyReadings == 1)
            #expect(it.auth.count(SessionMetrics.signIns, ["door": "apple", "outcome": "success"]) == 2)
            #expect(it.auth.count(SessionMetrics.keyReadings, ["issuer": "apple", "outcome": "success"]) == 1)
        }
    }

    @Test("a key for ES256 serves as well as one for RS256")
    func otherAlgorithm() async throws {
        try await AppleHarness.run { it in
            try it.apple.rotate(to: .p256(.init()))
            let outcome = try await it.auth.outcome(try it.request())
            #expect(outcome == nil)
        }
    }

    @Test(
        "a token is shown within a minute of its time, by clocks that differ",
        arguments: [-60, 0, 86_400 + 59] as [Int64])
    func leeway(_ age: Int64) async throws {
        try await AppleHarness.run { it in
            let token = try it.apple.token(for: AppleHarness.user, at: it.now - age)
            let outcome = try await it.auth.outcome(SignInWithApple.of(token))
            #expect(outcome == nil)
        }
    }

    @Test("no nonce is asked for where Apple says that it takes none")
    func nonceNotSupported() async throws {
        try await AppleHarness.run { it in
            for value in ["false", #""false""#] {
                let request = try it.request(shown: "raw") { $0.claims["nonce_supported"] = value }
                #expect(try await it.auth.outcome(request) == nil)
            }
        }
    }

    @Test("nobody signs in where no app may, and the answer says what to set")
    func notSetUp() async throws {
        try await AuthSessionHarness.run { auth in
            let error = await #expect(throws: BusError.self) { try await auth.send(SignInWithApple.of("a.b.c")) }
            guard case .refused(let refusal) = error else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.code == .invalidRequest && refusal.message.contains("BALISE_APPLE_AUDIENCES"))
            let outcome = try await auth.outcome(TakeAppleNotification(payload: SecretText("a.b.c")))
            #expect(outcome == .invalidRequest)
        }
    }

    @Test("a closed account stays closed")
    func disabled() async throws {
        try await AppleHarness.run { it in
            try await it.auth.identity.tell(.apple(), .disabled)
            #expect(try await it.auth.outcome(try it.request()) == .wrongCredentials)
        }
    }

    @Test("a new key of Apple's is fetched when a token names it, at most once a minute")
    func rotatedKey() async throws {
        try await AppleHarness.run { it in
            #expect(try await it.auth.outcome(try it.request()) == nil)
            it.auth.clock.advance(seconds: 60)
            try it.apple.rotate()
            #expect(try await it.auth.outcome(try it.request()) == nil)
            #expect(it.apple.keyReadings == 2)
            // Names that nobody has ask Apple no more than once a minute.
            for _ in 0..<20 {
                let request = try it.request { $0.header["kid"] = TokenDraft.text("unknown") }
                #expect(try await it.auth.outcome(request) == .invalidToken)
            }
            #expect(it.apple.keyReadings == 2)
            it.auth.clock.advance(seconds: 60)
            let request = try it.request { $0.header["kid"] = TokenDraft.text("unknown") }
            #expect(try await it.auth.outcome(request) == .invalidToken)
            #expect(it.apple.keyReadings == 3)
        }
    }

    @Test(
        "keys that are there serve on while Apple cannot be asked; a key that is not known has to wait",
        arguments: [
            AppleIssuer.Fault.down, .status(503), .keys("{}"), .keys(#"{"keys":[]}"#), .keys("no JSON"),
            .keys(#"{"keys":[{"kty":"oct","kid":"k","k":"c2VjcmV0"}]}"#), .redirect("http://127.0.0.1:1/keys"),
            .keys(#"{"keys":[],"more":"\#(String(repeating: "x", count: 70_000))"}"#),
        ])
    func unreachable(_ fault: AppleIssuer.Fault) async throws {
        try await AppleHarness.run { it in
            #expect(try await it.auth.outcome(try it.request()) == nil)
            it.apple.fail(fault)
            it.auth.clock.advance(seconds: 10 * day)
            #expect(try await it.auth.outcome(try it.request()) == nil)
            #expect(await eventually { it.apple.keyReadings == 2 }, "Apple is asked")
            it.auth.clock.advance(seconds: 60)
            let unknown = try it.request { $0.header["kid"] = TokenDraft.text("unknown") }
            #expect(try await it.auth.outcome(unknown) == .unavailable)
            #expect(try await it.auth.outcome(try it.request()) == nil)
            #expect(!it.auth.log.events("issuer-unreachable").isEmpty)
            it.apple.fail(.none)
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.auth.outcome(try it.request()) == nil)
        }
    }

    @Test("while Apple cannot be asked from the start, nobody is refused for good")
    func unreachableFromTheStart() async throws {
        try await AppleHarness.run { it in
            it.apple.fail(.down)
            let first = try await it.auth.outcome(try it.request())
            #expect(first == .unavailable)
            it.apple.fail(.none)
            #expect(try await it.auth.outcome(try it.request()) == .unavailable)
            it.auth.clock.advance(seconds: 10)
            #expect(try await it.auth.outcome(try it.request()) == nil)
            let labels = ["door": "apple", "outcome": "UNAVAILABLE"]
            #expect(it.auth.count(SessionMetrics.signIns, labels) == 2)
        }
    }

    @Test("nothing about the person is logged or stored, whatever became of the token")
    func nothingLeft() async throws {
        let folder = try TemporaryFolder()
        try await AppleHarness.run(in: folder) { it in
            let mail = { (draft: inout TokenDraft) in draft.claims["email"] = TokenDraft.text("canary@example.org") }
            #expect(try await it.auth.outcome(try it.request(change: mail)) == nil)
            let forged = try it.request {
                mail(&$0)
                $0.claims["aud"] = TokenDraft.text("com.example.canary")
            }
            #expect(try await it.auth.outcome(forged) == .invalidToken)
            let told = try it.apple.notification("consent-revoked", of: AppleHarness.user, at: it.now)
            #expect(try await it.auth.outcome(TakeAppleNotification(payload: SecretText(told))) == nil)
            #expect(it.auth.log.lines.allSatisfy { !$0.text.contains("canary") })
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
                guard let content = FileManager.default.contents(atPath: folder.url.path + "/" + name) else { continue }
                #expect(content.range(of: Data("canary".utf8)) == nil, "\(name)")
            }
        }
    }
}
