// People sign in with codes by mail, and ask for another address, over the bus; identity, which judges them, is scripted.

import Isolation
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import AuthSession

@Suite("Codes by mail", .timeLimit(.minutes(10)))
struct EmailCodeSignInTests {
    private func request(
        _ account: String, _ kind: SessionKind = .rotating, isRemembered: Bool = true
    ) -> SignInWithEmailCode {
        SignInWithEmailCode(
            email: Personal(account), emailCode: SecretText(account), kind: kind, isRemembered: isRemembered)
    }

    @Test(
        "begin a session of the kind that was asked for, by their own method",
        arguments: [SessionKind.rotating, .opaque], [true, false])
    func begins(_ kind: SessionKind, _ isRemembered: Bool) async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.send(request("anna", kind, isRemembered: isRemembered))
            #expect(signedIn.session.signInMethod == .emailCode && signedIn.session.kind == kind)
            #expect(signedIn.session.account == .anna && signedIn.session.isRemembered == isRemembered)
            let principal = try #require(
                try await auth.authenticate(signedIn.tokens.accessToken ?? signedIn.tokens.secret).principal)
            #expect(principal.signInMethod == .emailCode && principal.signedInAt == .start)
            #expect(auth.log.events("session-begun").map { $0.metadata["method"] } == ["emailCode"])
            #expect(auth.count(SessionMetrics.signIns, ["method": "emailCode", "outcome": "success"]) == 1)
        }
    }

    @Test("begin no session where the account takes a second step, before that is taken")
    func secondStep() async throws {
        try await AuthSessionHarness.run { auth in
            auth.identity.wantSecondStep(of: .anna)
            var ticket: Personal<String>?
            do throws(BusError) { _ = try await auth.send(request("anna", .opaque, isRemembered: false)) } catch {
                guard case .refused(let refusal) = error, refusal.code == .secondStepNeeded else { throw error }
                ticket = refusal.ticket
            }
            #expect(auth.log.events("session-begun").isEmpty)
            let signedIn = try await auth.send(
                TakeSecondStep(
                    ticket: SecretText(try #require(ticket).value), shownCode: ScriptedIdentity.code, recoveryCode: nil)
            )
            #expect(signedIn.session.signInMethod == .emailCode && signedIn.session.kind == .opaque)
            #expect(!signedIn.session.isRemembered && auth.identity.steps.map(\.firstStep) == [FirstStep()])
        }
    }

    @Test("are refused as identity says, counted, and told to the log without whose they are")
    func refused() async throws {
        try await AuthSessionHarness.run { auth in
            let unknown = try await auth.outcome(request("nobody"))
            let external = try await auth.outcome(request("anna", .external))
            #expect(unknown == .codeMismatch && external == .invalidRequest)
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.first?.metadata["code"] == "CODE_MISMATCH")
            #expect(lines.first?.metadata["method"] == "emailCode")
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("nobody") })
        }
    }

    @Test("for another address are asked for with the proof that identity judges, by a session that lives")
    func change() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let session = signedIn.session
            func change(_ proof: RequestErasure.Proof?) -> RequestEmailChange {
                RequestEmailChange(
                    account: session.account, session: session.session, address: Personal("a@b.c"), proof: proof,
                    shown: signedIn.shown)
            }
            _ = try await auth.send(change(.emailCode(SecretText("12345678"))))
            _ = try await auth.send(change(.password(SecretText("secret"))))
            let told = auth.identity.emailCodes
            #expect(told.map(\.purpose) == [.change, .change] && told[0].address?.value == "a@b.c")
            #expect(told[0].person?.emailCode?.value == "12345678" && told[0].person?.password == nil)
            #expect(told[1].person?.password?.value == "secret" && told[1].person?.session == session.session)
            // Somebody's session proves nothing by itself.
            #expect(try await auth.outcome(change(nil)) == .signInTooOld)
            _ = try await auth.send(EndSession(account: .anna, session: session.session))
            #expect(try await auth.outcome(change(.recentSignIn)) == .invalidToken)
            #expect(auth.identity.emailCodes.count == 2)
        }
    }

    @Test("for a first address are asked for by a session of nobody in particular alone")
    func nobody() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.send(SignInAnonymously(kind: .opaque))
            let session = signedIn.session
            _ = try await auth.send(
                RequestEmailChange(
                    account: session.account, session: session.session, address: Personal("a@b.c"), proof: nil,
                    shown: signedIn.shown))
            #expect(auth.identity.emailCodes.map(\.person?.session) == [nil])
            #expect(auth.identity.emailCodes.map(\.account) == [session.account])
        }
    }
}
