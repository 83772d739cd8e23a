@testable import Identity

@Suite("The identity service: signing in by mail", .timeLimit(.minutes(10))) struct EmailSignInTests {
    private func verify(_ code: SecretText, _ address: String = "ada@example.org") -> VerifyEmailCode {
        VerifyEmailCode(email: Personal(address), emailCode: code)
    }

    private func code(_ identity: IdentityHarness) async throws -> SecretText {
        _ = try await identity.send(RequestEmailSignIn(email: Personal(" Ada@Example.org ")))
        return try #require(await identity.outbox.next()).token
    }

    @Test("The code sent to a confirmed address signs its person in, and is noted like any sign-in")
    func flow() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.verified()
            let code = try await code(identity)
            identity.clock.advance(seconds: 10)
            let verified = try await identity.send(verify(code, "ADA@example.org"))
            #expect(verified.profile.account == account && verified.verifiedAt == .start.adding(seconds: 10))
            #expect(verified.profile.lastLogin.location?.value == "Paris, FR")
            for event in ["sign_in_code_requested", "sign_in"] {
                let words = ["event=\(event)", "account=\(account)"]
                #expect(
                    identity.log.all.contains { Set(words).isSubset(of: $0.split(separator: " ").map(String.init)) })
            }
            let signIns = [["method", "emailCode"], ["outcome", "done"]]
            #expect(identity.metric("balise_identity_sign_ins_total", signIns) == 1)
            #expect(try await identity.outcome(verify(code)) == .codeMismatch)
        }
    }

    @Test("The code goes to the confirmed address, however the typed one is written")
    func letterbox() async throws {
        try await IdentityHarness.run { identity in
            // One letter, or a letter and its mark: one name, and to a mail server perhaps two.
            let confirmed = "\u{1F0}an@example.org"
            let account = try await identity.send(CreateAccount.of(.email(confirmed))).profile.account
            let code = try await identity.code(account, .verification)
            _ = try await identity.send(ConfirmEmail(account: account, purpose: .verification, emailCode: code))
            _ = try await identity.send(RequestEmailSignIn(email: Personal("J\u{30C}an@example.org")))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .signInCode)
            #expect(Array(message.address.value.unicodeScalars) == Array(confirmed.unicodeScalars))
        }
    }

    @Test("An unknown or unconfirmed address gets no code and the same answer")
    func unknown() async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.send(CreateAccount.of(.email("eve@example.org")))
            for address in ["eve@example.org", "nobody@example.org"] {
                #expect(try await identity.outcome(RequestEmailSignIn(email: Personal(address))) == nil)
                let refusal = try await identity.refusal(verify(SecretText("12345678"), address))
                #expect(refusal?.code == .codeMismatch && refusal?.message == EmailCodeRefusal.signInAnswer.message)
            }
            // Neither got a message: the first one that comes is ada's.
            _ = try await identity.verified()
            #expect(!identity.log.all.contains { $0.contains("event=sign_in_code_requested") })
            _ = try await code(identity)
            #expect(identity.log.all.contains { $0.contains("event=sign_in_code_requested") })
        }
    }

    @Test("Every refusal has the same words, and only the log has the reason", arguments: [true, false])
    func refused(isCode: Bool) async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.verified()
            let code = isCode ? try await code(identity).altered : SecretText("abc")
            // A malformed code gets its own answer, because the user sees that it is not a code.
            let answer = isCode ? EmailCodeRefusal.signInAnswer : EmailCodeRefusal.malformed.answer
            #expect(try await identity.refusal(verify(code)) == answer)
            let line = try #require(identity.log.all.last { $0.contains("event=sign_in_refused") })
            #expect(line.contains("reason=\(isCode ? "another" : "no") code") && line.contains("network=192.0.2.0/24"))
            #expect(!line.contains("account="))
            #expect(identity.log.all.allSatisfy { !$0.contains("@") })
        }
    }

    @Test("A sign-in by mail cancels the user's erasure if they ask")
    func erasurePending() async throws {
        try await IdentityHarness.run({ $0.identity.erasureGrace = .seconds(86_400) }) { identity in
            let account = try await identity.verified()
            let erase = EraseAccount(account: account, person: .sample(password: .right))
            #expect(try await identity.send(erase).dueAt != nil)
            let code = try await code(identity)
            #expect(try await identity.outcome(verify(code)) == .erasurePending)
            var back = verify(code)
            back.cancelsErasure = true
            #expect(try await identity.send(back).profile.status == .active)
            #expect(identity.log.all.contains { $0.contains("event=erasure_cancelled") })
        }
    }

    @Test("A code by mail is used up as the first of two steps")
    func secondStep() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.verified()
            let totp = try TOTP(begun: try await identity.send(BeginTOTP(account: account, signedInAt: nil)))
            _ = try await identity.send(
                ConfirmTOTP(account: account, signedInAt: nil, shownCode: identity.code(of: totp)))
            identity.clock.advance(seconds: 60)
            let lastLogin = try await identity.send(GetProfile(account: account)).lastLogin.at
            var request = verify(try await code(identity))
            request.takesSecondStep = true
            let first = try await identity.send(request)
            #expect(first.firstStep != nil && first.profile.account == account)
            #expect(try await identity.send(GetProfile(account: account)).lastLogin.at == lastLogin)
            #expect(identity.log.all.contains { $0.contains("event=first_step_taken") })
            #expect(try await identity.outcome(request) == .codeMismatch, "it was used")
            let verified = try await identity.send(identity.secondStep(of: first, identity.code(of: totp)))
            #expect(verified.firstStep == nil && verified.profile.lastLogin.at == .start.adding(seconds: 60))
            identity.clock.advance(seconds: 60)
            // A sender that does not know second steps cannot sign a user in.
            #expect(try await identity.outcome(verify(try await code(identity))) == .unavailable)
        }
    }
}
