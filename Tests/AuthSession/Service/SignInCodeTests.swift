@testable import AuthSession

@Suite("Codes of sign-ins by a provider's web page", .timeLimit(.minutes(10))) struct SignInCodeTests {
    @Test("A code counts once, for its app, for five minutes")
    func codes() async throws {
        try await ProviderSignInHarness.run { here in
            let code = try await here.come()["code"]
            let wrong = here.redeem(code, verifier: SecretText("another app's"))
            #expect(try await here.auth.outcome(wrong) == .invalidToken)
            #expect(try await here.auth.outcome(here.redeem("made up")) == .invalidToken)
            let state = try here.answer(to: try await here.begin())["state"]
            #expect(try await here.auth.outcome(here.redeem(state)) == .invalidToken)
            #expect(try await here.auth.outcome(here.redeem(code)) == nil)
            #expect(try await here.auth.outcome(here.redeem(code)) == .invalidToken)
            let late = try await here.come()["code"]
            here.auth.clock.advance(seconds: 300)
            #expect(try await here.auth.outcome(here.redeem(late)) == .invalidToken)
            let reasons = here.auth.log.lines.filter { $0.metadata["event"] == "sign-in-refused" }
                .compactMap { $0.metadata["reason"] }
            #expect(reasons == ["verifier", "malformed", "malformed", "spent", "expired"])
        }
    }

    @Test("An address that the provider has verified links only the account whose password is shown")
    func links() async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.codeFlow.script {
                $0.change = {
                    $0.claims["email"] = TokenDraft.text(ScriptedIdentity.address)
                    $0.claims["email_verified"] = "true"
                }
            }
            let code = try await here.come()["code"]
            #expect(try await here.auth.outcome(here.redeem(code)) == .duplicate)
            #expect(try await here.auth.outcome(here.redeem(code, password: "wrong")) == .wrongCredentials)
            let signedIn = try await here.auth.send(here.redeem(code, password: ScriptedIdentity.password))
            #expect(signedIn.profile.account == .anna)
            #expect(here.auth.identity.linked.map(\.account) == [.anna])
            let again = try await here.auth.send(here.redeem(try await here.come()["code"]))
            #expect(again.profile.account == .anna, "from now on without it")
            here.issuer.codeFlow.script { $0.subject = "somebody else" }
            let other = try await here.auth.send(here.redeem(try await here.come()["code"], makesAccount: true))
            #expect(other.profile.account != .anna)
        }
    }
}
