@testable import AuthSession

@Suite("The second step after a sign-in at a provider", .timeLimit(.minutes(10))) struct ProviderSecondStepTests {
    @Test("is asked for, and what the provider says is kept with it and no sooner")
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

    @Test(
        "is not asked for where the operator trusts that of the provider, with tenants or without",
        arguments: [false, true])
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

    @Test("keeps out whoever shows a token with each request, but for a session that lives", arguments: [false, true])
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

    @Test("a link that is removed ends what began at a provider, also what is about to begin, and nothing else")
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
