@testable import Identity

@Suite("The identity service: passkeys as a proof", .timeLimit(.minutes(10))) struct PasskeyProofTests {
    private static let session = SessionID("s1")!

    private func person(
        _ assertion: PasskeyAssertion, _ identity: IdentityHarness, _ session: SessionID = PasskeyProofTests.session
    ) -> ProvenPerson {
        ProvenPerson(session: session, signedInAt: identity.clock.now(), password: nil, assertion: assertion)
    }

    @Test("A passkey proves one export and one erasure, also without a user handle")
    func proves() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, hers, _) = try await identity.withPasskey()
            var authenticator = hers
            let request = try await identity.send(BeginPasskeyProof(account: account, session: Self.session))
            #expect(request.allowed?.map(\.credentialID) == [authenticator.credentialID])
            #expect(request.requiresVerification && request.relyingParty == "example.org")
            authenticator.userHandle = []
            var assertion = try authenticator.assertion(request.challenge)
            assertion.userHandle = nil
            let export = BeginExport(account: account, person: person(assertion, identity))
            #expect(try await identity.outcome(export) == nil)
            let erasure = EraseAccount(
                account: account, erasure: ErasureRequest(id: ErasureID("e1")!, secret: nil),
                person: person(assertion, identity))
            #expect(try await identity.outcome(erasure) == .invalidToken, "the same answer once more")
            #expect(identity.reason(.passkeyRefused) == "spent")
            let again = try await identity.send(BeginPasskeyProof(account: account, session: Self.session))
            var proof = erasure
            proof.person = person(try authenticator.assertion(again.challenge).without(), identity)
            #expect(try await identity.send(proof).askedAt == identity.clock.now())
            #expect(try await identity.send(proof).askedAt == identity.clock.now(), "the same request once more")
            #expect(try await identity.outcome(GetProfile(account: account)) == .accountGone)
        }
    }

    enum Flaw: String, CaseIterable {
        case signInChallenge, registrationChallenge, otherSession, otherAccount, passkeyOfAnother, expired, unverified
        case removed

        var reason: String {
            switch self {
            case .signInChallenge, .registrationChallenge, .otherSession, .otherAccount: "challenge"
            case .passkeyOfAnother, .removed: "credential"
            case .expired: "expired"
            case .unverified: "user-verification"
            }
        }
    }

    @Test("A forged, foreign or expired proof erases nothing, and the log has the reason", arguments: Flaw.allCases)
    func flawed(_ flaw: Flaw) async throws {
        try await IdentityHarness.withPasskeys({ $0.requiresVerification = false }) { identity in
            let (ada, hers, passkey) = try await identity.withPasskey()
            let (ben, his, _) = try await identity.withPasskey("ben")
            var authenticator = hers
            var challenge = try await identity.send(BeginPasskeyProof(account: ada, session: Self.session)).challenge
            switch flaw {
            case .signInChallenge: challenge = try await identity.send(BeginPasskeySignIn()).challenge
            case .registrationChallenge:
                challenge = try await identity.send(BeginPasskeyRegistration(account: ada)).challenge
            case .otherSession:
                challenge = try await identity.send(
                    BeginPasskeyProof(account: ada, session: SessionID("s2")!)
                ).challenge
            case .otherAccount:
                challenge = try await identity.send(BeginPasskeyProof(account: ben, session: Self.session)).challenge
            case .passkeyOfAnother: authenticator = his
            case .expired: identity.clock.advance(seconds: 300)
            // Present, backup eligible and backed up.
            case .unverified: authenticator.flags = 0b1_1001
            case .removed:
                _ = try await identity.send(RemovePasskey(account: ada, passkey: passkey.id))
            }
            let assertion = try authenticator.assertion(challenge)
            let erasure = EraseAccount(
                account: ada, erasure: ErasureRequest(id: ErasureID("e1")!, secret: nil),
                person: person(assertion, identity))
            #expect(try await identity.outcome(erasure) == .invalidToken)
            #expect(identity.reason(.passkeyRefused) == flaw.reason)
            #expect(try await identity.outcome(GetProfile(account: ada)) == nil)
            if flaw != .signInChallenge, flaw != .expired, flaw != .removed {
                // A challenge for a proof cannot be used to sign in.
                #expect(try await identity.outcome(VerifyPasskey(assertion: assertion)) == .invalidToken)
            }
        }
    }

    @Test("An account without passkeys gets no challenge for a proof")
    func none() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let account = try await identity.send(CreateAccount.of(.ada)).profile.account
            #expect(try await identity.outcome(BeginPasskeyProof(account: account, session: Self.session)) == .conflict)
        }
    }

    @Test("A passkey without user verification is only the first of two steps")
    func unverified() async throws {
        try await IdentityHarness.withPasskeys({ $0.requiresVerification = false }) { identity in
            let ada = try await identity.withSecondStep()
            var authenticator = FakeAuthenticator.es256()
            try await identity.add(&authenticator, to: ada.account)
            var shown = try await identity.assertion(of: authenticator)
            shown.takesSecondStep = true
            #expect(try await identity.send(shown).firstStep == nil)
            authenticator.flags = 0b1_1001
            shown = try await identity.assertion(of: authenticator)
            shown.takesSecondStep = true
            let first = try await identity.send(shown)
            #expect(first.firstStep?.passwordGeneration == 1)
            var step = try identity.secondStep(of: first, identity.code(of: ada.totp))
            step.signInMethod = .passkey
            #expect(try await identity.send(step).profile.account == ada.account)
        }
    }
}

extension PasskeyAssertion {
    fileprivate func without() -> PasskeyAssertion {
        var other = self
        other.userHandle = nil
        return other
    }
}
