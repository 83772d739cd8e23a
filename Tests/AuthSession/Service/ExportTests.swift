// People ask for all that is kept of them.

import Foundation
import Isolation
import MessageBus
import Models
import Testing

@testable import AuthSession

@Suite("The auth-session service: exports", .timeLimit(.minutes(10)))
struct ExportTests {
    @Test("identity is told of whom the session is, when they were recognised, and the password")
    func passedOn() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let session = signedIn.session
            let proof = RequestErasure.Proof.password(SecretText(ScriptedIdentity.password))
            _ = try await auth.send(
                RequestExport(account: .anna, session: session.session, proof: proof, shown: signedIn.shown))
            let told = try #require(auth.identity.exports.first)
            #expect(told.account == .anna && told.person?.session == session.session)
            #expect(told.person?.password?.value == ScriptedIdentity.password)
        }
    }

    @Test("a session that has ended, or is another account's, is given nothing")
    func endedSessions() async throws {
        try await AuthSessionHarness.run { auth in
            let (anna, ben) = (try await auth.signIn(), try await auth.signIn(.ben))
            func ask(_ signedIn: SignedIn) -> RequestExport {
                RequestExport(
                    account: .anna, session: signedIn.session.session, proof: .recentSignIn, shown: signedIn.shown)
            }
            #expect(try await auth.outcome(ask(ben)) == .invalidToken)
            _ = try await auth.send(EndSession(account: .anna, session: anna.session.session))
            #expect(try await auth.outcome(ask(anna)) == .invalidToken)
            #expect(auth.identity.exports.isEmpty)
        }
    }

    @Test("an identity token of Apple is judged, where nobody can sign in with Apple too")
    func appleToken() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let session = signedIn.session
            let proof = RequestErasure.Proof.identityToken(SecretText("a.b.c"), nonce: nil)
            let asked = RequestExport(account: .anna, session: session.session, proof: proof, shown: signedIn.shown)
            await #expect(throws: (any Error).self) { try await auth.send(asked) }
            #expect(auth.identity.exports.isEmpty)
        }
    }
}
