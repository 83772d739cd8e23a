@testable import AuthSession

@Suite("Acts that need the session's own credential", .timeLimit(.minutes(10))) struct ShownCredentialTests {
    private func isUntouched(_ identity: ScriptedIdentity) -> Bool {
        identity.erased.isEmpty && identity.exports.isEmpty && identity.provers.isEmpty && identity.emailCodes.isEmpty
    }

    private func outcomes(
        _ session: SessionID, _ shown: ShownCredential?, _ auth: AuthSessionHarness,
        _ proof: PersonProof? = .recentSignIn
    ) async throws -> [ErrorCode?] {
        let erasure = ErasureRequest(id: try #require(ErasureID("e1")), secret: SecretText("s"))
        func outcome(_ act: some ProvenAct) async throws -> ErrorCode? {
            try await auth.outcome(Proven(act, session: session, proof: proof, shown: shown))
        }
        return [
            try await outcome(EraseAccount(account: .anna, erasure: erasure)),
            try await outcome(BeginExport(account: .anna)), try await outcome(RemoveTOTP(account: .anna)),
            try await outcome(RenewRecoveryCodes(account: .anna)),
            try await outcome(RequestEmailCode(account: .anna, purpose: .change, address: Personal("a@b.c"))),
        ]
    }

    @Test("An act needs the session's own living credential besides the ids")
    func othersCredentials() async throws {
        try await AuthSessionHarness.run { auth in
            let (anna, ben) = (try await auth.signIn(), try await auth.signIn(.ben))
            let session = anna.session.session
            let refused = [ErrorCode?](repeating: .invalidToken, count: 5)
            let wrong = ShownCredential(.token(SecretText("wrong")))
            let proof = PersonProof.password(SecretText(ScriptedIdentity.password))
            for shown in [nil, ben.shown, wrong] {
                #expect(try await outcomes(session, shown, auth) == refused)
                #expect(try await outcomes(session, shown, auth, proof) == refused)
            }
            for shown in [ben.shown, wrong] {
                let erase = EraseOwnAccount(account: .anna, session: session, shown: try #require(shown))
                #expect(try await auth.outcome(erase) == .invalidToken)
            }
            #expect(try await outcomes(ben.session.session, anna.shown, auth) == refused)
            _ = try await auth.send(EndSession(account: .anna, session: session))
            #expect(try await outcomes(session, anna.shown, auth) == refused)
            #expect(isUntouched(auth.identity))
        }
    }

    @Test(
        "Without another proof the session must be recent by auth-session's own check",
        arguments: [RecentSignIn.maximumAge, -61])
    func oldSessions(age: Int64) async throws {
        try await AuthSessionHarness.run { auth in
            let anna = try await auth.signIn()
            auth.clock.advance(seconds: age)
            let refused = [ErrorCode?](repeating: .signInTooOld, count: 5)
            #expect(try await outcomes(anna.session.session, anna.shown, auth) == refused)
            #expect(isUntouched(auth.identity))
        }
    }

    @Test("Only an anonymous account sets its address without a proof")
    func withoutProof() async throws {
        try await AuthSessionHarness.run { auth in
            let anna = try await auth.signIn()
            let refused = [ErrorCode?](repeating: .signInTooOld, count: 5)
            #expect(try await outcomes(anna.session.session, anna.shown, auth, nil) == refused)
            let anonymous = try await auth.send(SignInAnonymously(kind: .opaque))
            let export = Proven(
                BeginExport(account: anonymous.session.account), session: anonymous.session.session, proof: nil,
                shown: anonymous.shown)
            #expect(try await auth.outcome(export) == .signInTooOld)
            #expect(isUntouched(auth.identity))
            let address = Proven(
                RequestEmailCode(account: anonymous.session.account, purpose: .change, address: Personal("a@b.c")),
                session: anonymous.session.session, proof: nil, shown: anonymous.shown)
            #expect(try await auth.outcome(address) == nil)
            #expect(auth.identity.emailCodes.map(\.person?.session) == [nil])
        }
    }

    @Test("The credential of a recent session is enough to close the account")
    func closing() async throws {
        try await AuthSessionHarness.run { auth in
            let anna = try await auth.signIn()
            _ = try await auth.send(
                EraseOwnAccount(account: .anna, session: anna.session.session, shown: try #require(anna.shown)))
            #expect(auth.identity.erased == [.anna])
        }
    }
}
