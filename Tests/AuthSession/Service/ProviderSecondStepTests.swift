@testable import AuthSession

@Suite("Second steps after a provider's sign-in", .timeLimit(.minutes(10))) struct ProviderSecondStepTests {
    @Test("The provider's claims are stored with the second step and not before")
    func asked() async throws {
        try await ProviderSignInHarness.run { here in
            let first = try await here.auth.send(here.redeem(try await here.come()["code"]))
            let account = first.profile.account
            here.auth.identity.wantSecondStep(of: account)
            let code = try await here.come()["code"]
            let ticket = try await here.auth.ticket(here.redeem(code))
            #expect(here.auth.log.events("session-begun").count == 1)
            #expect(here.auth.identity.told.allSatisfy { $0.takesSecondStep == true && $0.skipsSecondStep == false })
            #expect(here.auth.identity.linked.isEmpty)
            let step = TakeSecondStep(ticket: ticket, shownCode: ScriptedIdentity.code, recoveryCode: nil)
            let signedIn = try await here.auth.send(step)
            #expect(signedIn.profile.account == account && signedIn.session.signInMethod == .issuer)
            #expect(here.auth.identity.steps.map(\.account) == [account])
            #expect(here.auth.identity.linked.map(\.account) == [account])
            // The code of the provider is used up with it.
            #expect(try await here.auth.outcome(here.redeem(code)) != nil)
        }
    }

    @Test("No second step is needed if the operator trusts the provider's", arguments: [false, true])
    func trusted(hasTenants: Bool) async throws {
        try await OpenIDIssuer.run(hasTenants: hasTenants) { issuer in
            try await ProviderSignInHarness.run(with: issuer, trustsSecondStep: true) { here in
                let first = try await here.auth.send(here.redeem(try await here.come()["code"]))
                here.auth.identity.wantSecondStep(of: first.profile.account)
                let again = try await here.auth.send(here.redeem(try await here.come()["code"]))
                #expect(again.profile.account == first.profile.account)
                #expect(here.auth.identity.told.last?.skipsSecondStep == true)
            }
        }
    }

    @Test("Without a second step only a living session accepts the provider's tokens", arguments: [false, true])
    func credentials(_ trustsSecondStep: Bool) async throws {
        try await IssuerHarness.run({ $0.trustsSecondStep = trustsSecondStep }) { it in
            let living = try #require(try await it.principal(try it.token(session: "one")))
            it.auth.identity.wantSecondStep(of: try #require(living.account))
            let claims = ["given_name": #""Anne""#]
            #expect(try await it.principal(try it.token(session: "one", claims: claims))?.session == living.session)
            let other = try await it.show(try it.token(session: "two"))
            #expect(other.refusal == (trustsSecondStep ? nil : .secondStepNeeded))
            #expect((other.principal == nil) == !trustsSecondStep)
            let exchange = ExchangeToken(
                subjectToken: try it.token(session: "three"), audience: nil, program: "breizhgo")
            #expect(try await it.auth.outcome(exchange) == (trustsSecondStep ? nil : .secondStepNeeded))
        }
    }

    @Test("Removing a link ends only sessions and pending sign-ins of providers")
    func removedLink() async throws {
        try await ProviderSignInHarness.run { here in
            let auth = here.auth
            let begun = try await auth.send(here.redeem(try await here.come()["code"]))
            let account = begun.profile.account
            let own = try await auth.signIn(account)
            let code = try await here.come()["code"]
            auth.identity.holdAnswers {
                // Identity has recognised the person, and hears of the removal before the session begins.
                try await auth.identity.publish(account, .active, providerSessionsEndBefore: auth.clock.now())
                _ = try await auth.send(AwaitAccountChanges())
            }
            #expect(try await auth.outcome(here.redeem(code)) == .wrongCredentials)
            #expect(try await auth.refusal(begun.tokens.accessToken ?? SecretText("")) == .invalidToken)
            #expect(try await auth.authenticate(own.tokens.accessToken).principal?.account == account)
        }
    }
}
