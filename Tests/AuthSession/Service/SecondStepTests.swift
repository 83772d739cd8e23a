@testable import AuthSession

@Suite("A sign-in of two steps", .timeLimit(.minutes(10))) struct SecondStepTests {
    private func signIn(
        _ kind: SessionKind = .rotating, by signInMethod: SignInMethod = .password, isRemembered: Bool = true,
        cancelsErasure: Bool? = nil
    ) -> SignIn {
        SignIn(
            login: Personal("anna"), password: SecretText(ScriptedIdentity.password), kind: kind,
            isRemembered: isRemembered, signInMethod: signInMethod, cancelsErasure: cancelsErasure)
    }

    private func ticket(_ request: SignIn, _ auth: AuthSessionHarness) async throws -> SecretText {
        auth.identity.wantSecondStep(of: .anna)
        return try await auth.ticket(request)
    }

    private func step(_ ticket: SecretText, _ code: SecretText = ScriptedIdentity.code) -> TakeSecondStep {
        TakeSecondStep(ticket: ticket, shownCode: code, recoveryCode: nil)
    }

    @Test(
        "Only the second step begins the session, with the requested kind and the method of the first",
        arguments: [(SessionKind.rotating, SignInMethod.password), (.opaque, .password), (.opaque, .appwrite)])
    func begins(_ kind: SessionKind, _ method: SignInMethod) async throws {
        try await AuthSessionHarness.run { auth in
            let ticket = try await ticket(signIn(kind, by: method, isRemembered: false, cancelsErasure: true), auth)
            #expect(auth.log.events("session-begun").isEmpty && auth.log.events("sign-in-refused").isEmpty)
            #expect(auth.log.events("second-step-asked").map { $0.metadata["method"] } == ["\(method.rawValue)"])
            #expect(auth.identity.shown.map(\.takesSecondStep) == [true])
            let signedIn = try await auth.send(step(ticket))
            #expect(signedIn.session.kind == kind && signedIn.session.signInMethod == method)
            #expect(signedIn.session.account == .anna && !signedIn.session.isRemembered)
            let shown = try #require(auth.identity.steps.first)
            #expect(shown.account == .anna && shown.signInMethod == method && shown.verifiedAt == .start)
            #expect(shown.firstStep == FirstStep(passwordGeneration: 7) && shown.cancelsErasure == true)
            let token = signedIn.tokens.accessToken ?? signedIn.tokens.secret
            #expect(try await auth.authenticate(token).principal?.account == .anna)
            #expect(auth.log.lines.allSatisfy { !$0.text.contains(ticket.value) })
        }
    }

    @Test("A wrong code can be corrected for 5 minutes")
    func wrongCode() async throws {
        try await AuthSessionHarness.run { auth in
            let ticket = try await ticket(signIn(), auth)
            #expect(try await auth.outcome(step(ticket, SecretText("000000"))) == .codeMismatch)
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.map { $0.metadata["code"] } == ["CODE_MISMATCH"])
            auth.clock.advance(seconds: 299)
            #expect(try await auth.outcome(step(ticket)) == nil)
        }
    }

    enum Flaw: String, CaseIterable {
        case over, usedTwice, noTicket, altered, ofAnotherSeal

        var event: String { self == .over || self == .usedTwice ? "sign-in-refused" : "second-step-refused" }

        var reason: String {
            switch self {
            case .over: "expired"
            case .usedTwice: "spent"
            case .noTicket, .altered, .ofAnotherSeal: "malformed"
            }
        }
    }

    @Test("An expired, used or forged ticket is refused without asking identity", arguments: Flaw.allCases)
    func flawed(_ flaw: Flaw) async throws {
        try await AuthSessionHarness.run { auth in
            var ticket = try await ticket(signIn(), auth)
            switch flaw {
            case .over: auth.clock.advance(seconds: 300)
            case .usedTwice: _ = try await auth.send(step(ticket))
            case .noTicket: ticket = SecretText("ticket")
            case .altered: ticket = SecretText(String(ticket.value.dropLast(4)) + "AAAA")
            // Sealed here, and for something else.
            case .ofAnotherSeal:
                ticket = try SignInSeal(key: SymmetricKey(data: [UInt8](repeating: 1, count: 32))).sealed(
                    SpentToken(name: [1], end: .start.adding(seconds: 300)))
            }
            let asked = auth.identity.steps.count
            #expect(try await auth.outcome(step(ticket)) == .invalidToken)
            #expect(auth.identity.steps.count == asked)
            #expect(auth.log.events(flaw.event).last?.metadata["reason"] == "\(flaw.reason)")
        }
    }

    @Test("Identity gets the session and the proof of a changed second step and of an export")
    func changed() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.send(signIn())
            let (session, shown) = (signedIn.session.session, signedIn.shown)
            let proof = PersonProof.password(SecretText("p"))
            func proven<Act: ProvenAct>(_ act: Act) -> Proven<Act> {
                Proven(act, session: session, proof: proof, shown: shown)
            }
            _ = try await auth.send(proven(RemoveTOTP(account: .anna)))
            let codes = try await auth.send(proven(RenewRecoveryCodes(account: .anna)))
            #expect(codes.recoveryCodes.map(\.value) == ["ABCD-EFGH-IJKL-MNOP"])
            _ = try await auth.send(proven(BeginExport(account: .anna)))
            #expect(auth.identity.exports.map { $0.person?.password?.value } == ["p"])
            #expect(auth.identity.provers.compactMap { $0?.password?.value } == ["p", "p"])
            #expect(auth.identity.provers.allSatisfy { $0?.session == session && $0?.signedInAt == .start })
        }
    }
}
