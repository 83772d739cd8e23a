// People sign in with passkeys, over the bus; identity, which judges them, is scripted.

import Isolation
import Models
import ServiceRuntime
import Testing

@testable import AuthSession

@Suite("Signing in with a passkey", .timeLimit(.minutes(10)))
struct PasskeySignInTests {
    private func request(_ account: AccountID, _ kind: SessionKind = .rotating) -> SignInWithPasskey {
        SignInWithPasskey(
            assertion: PasskeyAssertion(
                credentialID: Array(account.text.utf8), clientData: [1], authenticatorData: [2], signature: [3],
                userHandle: [4]), kind: kind)
    }

    @Test(
        "begins a session of the kind that was asked for, by its own method",
        arguments: [SessionKind.rotating, .opaque])
    func begins(_ kind: SessionKind) async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.send(request(.anna, kind))
            #expect(signedIn.session.signInMethod == .passkey && signedIn.session.kind == kind)
            #expect(signedIn.session.account == .anna && signedIn.session.isRemembered)
            #expect(auth.identity.assertions == [request(.anna).assertion])
            let token = signedIn.tokens.accessToken ?? signedIn.tokens.secret
            let principal = try #require(try await auth.authenticate(token).principal)
            #expect(principal.signInMethod == .passkey && principal.signedInAt == .start)
            #expect(auth.log.events("session-begun").map { $0.metadata["method"] } == ["passkey"])
            #expect(auth.count(SessionMetrics.signIns, ["method": "passkey", "outcome": "success"]) == 1)
        }
    }

    @Test("takes the erasure of the account back where its person says so")
    func takesBack() async throws {
        try await AuthSessionHarness.run { auth in
            for cancels in [nil, true] as [Bool?] {
                var request = request(.anna)
                request.cancelsErasure = cancels
                _ = try await auth.send(request)
                #expect(auth.identity.passkeysTakingBack == (cancels == true ? 1 : 0))
            }
        }
    }

    @Test("is refused as identity says, counted, and told to the log without who it was")
    func refused() async throws {
        try await AuthSessionHarness.run { auth in
            let nobody = try #require(AccountID("nobody"))
            #expect(try await auth.outcome(request(nobody)) == .invalidToken)
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.count == 1 && lines[0].metadata["code"] == "INVALID_TOKEN")
            #expect(lines[0].metadata["method"] == "passkey")
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("nobody") })
            #expect(auth.count(SessionMetrics.signIns, ["method": "passkey", "outcome": "INVALID_TOKEN"]) == 1)
        }
    }

    @Test("is no session that somebody else vouches for")
    func external() async throws {
        try await AuthSessionHarness.run { auth in
            let outcome = try await auth.outcome(request(.anna, .external))
            #expect(outcome == .invalidRequest)
        }
    }
}
