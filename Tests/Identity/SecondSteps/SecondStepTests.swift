@testable import Identity

@Suite("The identity service: second steps", .timeLimit(.minutes(10))) struct SecondStepTests {
    @Test("After the first code, the password is only the first of two steps")
    func flow() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.send(CreateAccount.of(.username("ada"))).profile.account
            #expect(try await identity.send(GetSecondStep(account: account)) == SecondStepStatus())
            let begun = try await identity.send(BeginTOTP(account: account, signedInAt: nil))
            #expect(begun.secret.value.utf8.count == 32 && UnixTime(begun.expiresAt) == .start.adding(seconds: 3600))
            #expect(begun.uri.value.hasPrefix("otpauth://totp/Balise:ada?secret=\(begun.secret.value)&issuer=Balise&"))
            #expect(try await identity.send(VerifyPassword.of("ada")).firstStep == nil, "nothing counts yet")
            // Another one takes its place.
            let totp = try TOTP(begun: try await identity.send(BeginTOTP(account: account, signedInAt: nil)))
            let codes = try await identity.send(
                ConfirmTOTP(account: account, signedInAt: nil, shownCode: identity.code(of: totp))
            ).recoveryCodes
            #expect(Set(codes.map(\.value)).count == 10 && codes.allSatisfy { $0.value.utf8.count == 19 })
            #expect(try await identity.outcome(BeginTOTP(account: account, signedInAt: nil)) == .conflict)

            identity.clock.advance(seconds: 60)
            let person = SteppingPerson(account: account, name: "ada", totp: totp, recoveryCodes: codes)
            let lastLogin = try await identity.send(GetProfile(account: account)).lastLogin.at
            let first = try await identity.takeFirstStep(person)
            #expect(first.firstStep != nil && first.verifiedAt == .start.adding(seconds: 60))
            let between = try await identity.send(GetProfile(account: account))
            #expect(between.lastLogin.at == lastLogin, "half a sign-in is none")
            let verified = try await identity.send(try identity.secondStep(of: first, identity.code(of: totp)))
            #expect(verified.firstStep == nil && verified.profile.account == account)
            #expect(verified.profile.lastLogin.at == .start.adding(seconds: 60))
            #expect(
                try await identity.send(GetSecondStep(account: account))
                    == SecondStepStatus(
                        confirmedAt: .start, lastUsedAt: .start.adding(seconds: 60), recoveryCodesLeft: 10))
            for event in ["second_step_added", "first_step_taken", "sign_in"] {
                #expect(identity.log.all.contains { $0.contains("event=\(event)") })
            }
            for secret in codes.map(\.value) + [begun.secret.value, identity.code(of: totp).value] {
                #expect(!identity.log.all.contains { $0.contains(secret) })
            }
        }
    }

    enum Flaw: String, CaseIterable {
        case otherCode, usedTwice, earlierStep, tooOld, letters, otherRecoveryCode, recoveryCodeTwice
        case recoveryCodeOfAnother, passwordChanged, sessionsEnded, disabled, removed

        var code: ErrorCode {
            switch self {
            case .passwordChanged, .sessionsEnded, .disabled, .removed: .wrongCredentials
            case .letters: .invalidRequest
            default: .codeMismatch
            }
        }

        var reason: String {
            switch self {
            case .otherCode, .tooOld: "code"
            case .usedTwice, .earlierStep: "spent"
            case .letters: "malformed"
            case .otherRecoveryCode, .recoveryCodeTwice, .recoveryCodeOfAnother: "recovery-code"
            case .passwordChanged: "password"
            case .sessionsEnded, .disabled: "session"
            case .removed: "not-set-up"
            }
        }
    }

    @Test("A wrong second step is refused, and the log has the reason", arguments: Flaw.allCases)
    func flawed(_ flaw: Flaw) async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.withSecondStep()
            let ben = try await identity.withSecondStep("ben")
            let first = try await identity.takeFirstStep(ada)
            var step = try identity.secondStep(of: first, identity.code(of: ada.totp))
            switch flaw {
            case .otherCode: step.shownCode = identity.code(of: ben.totp)
            case .usedTwice: _ = try await identity.send(step)
            case .earlierStep:
                _ = try await identity.send(step)
                step.shownCode = identity.code(of: ada.totp, steps: -1)
            case .tooOld: step.shownCode = identity.code(of: ada.totp, steps: -2)
            case .letters: step.shownCode = SecretText("abcdef")
            case .otherRecoveryCode:
                step = try identity.secondStep(of: first, recovery: SecretText("AAAA-BBBB-CCCC-DDDD"))
            case .recoveryCodeTwice:
                step = try identity.secondStep(of: first, recovery: ada.recoveryCodes[0])
                _ = try await identity.send(step)
            case .recoveryCodeOfAnother:
                step = try identity.secondStep(of: first, recovery: ben.recoveryCodes[0])
            case .passwordChanged:
                _ = try await identity.send(
                    ChangePassword(account: ada.account, current: .right, new: .new, session: SessionID("s1")!))
            case .sessionsEnded, .disabled:
                _ = try await identity.send(SetAccountStatus(account: ada.account, status: .disabled))
                if flaw == .sessionsEnded {
                    _ = try await identity.send(SetAccountStatus(account: ada.account, status: .active))
                }
            case .removed: _ = try await identity.send(RemoveTOTP(account: ada.account))
            }
            #expect(try await identity.outcome(step) == flaw.code)
            #expect(identity.reason(.secondStepRefused) == flaw.reason)
        }
    }

    @Test("A changed password or address invalidates an earlier first step")
    func outdated() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.withSecondStep()
            let beforeAddress = try await identity.takeFirstStep(ada)
            #expect(beforeAddress.firstStep?.passwordGeneration == 1)
            #expect(beforeAddress.firstStep?.addressMark?.count == 16)
            _ = try await identity.send(
                UpdateProfile(
                    account: ada.account, names: .email("ada@work.example"), details: ProfileDetails(),
                    password: .right))
            let code = identity.code(of: ada.totp)
            #expect(try await identity.outcome(identity.secondStep(of: beforeAddress, code)) == .wrongCredentials)
            #expect(identity.reason(.secondStepRefused) == "address")
            // A first step by a passkey, or by a code by mail, has shown no password.
            var beforePassword = try await identity.takeFirstStep(ada)
            beforePassword.firstStep?.addressMark = nil
            _ = try await identity.send(
                ChangePassword(account: ada.account, current: .right, new: .new, session: SessionID("s1")!))
            #expect(try await identity.outcome(identity.secondStep(of: beforePassword, code)) == .wrongCredentials)
            #expect(identity.reason(.secondStepRefused) == "password")
        }
    }

    @Test("Five wrong codes cause a wait that ends by itself, counted apart for recovery codes")
    func limited() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.withSecondStep()
            let first = try await identity.takeFirstStep(ada)
            let wrong = try identity.secondStep(of: first, identity.code(of: ada.totp, steps: 9))
            for _ in 0..<5 { #expect(try await identity.outcome(wrong) == .codeMismatch) }
            let right = try identity.secondStep(of: first, identity.code(of: ada.totp))
            let refusal = try await identity.refusal(right)
            #expect(refusal?.code == .rateLimited && refusal?.retryAfter == 30)
            #expect(identity.reason(.secondStepRefused) == "waits")
            #expect(
                try await identity.outcome(try identity.secondStep(of: first, recovery: ada.recoveryCodes[0])) == nil)
            #expect(try await identity.send(GetSecondStep(account: ada.account)).recoveryCodesLeft == 9)
            identity.clock.advance(seconds: 30)
            let later = try identity.secondStep(of: first, identity.code(of: ada.totp))
            #expect(try await identity.outcome(later) == nil)
            // All is forgiven by the right one.
            #expect(try await identity.outcome(wrong) == .codeMismatch)
        }
    }

    @Test("A sender that does not know second steps cannot sign in with the password alone")
    func unknowing() async throws {
        try await IdentityHarness.run { identity in
            let registration = CreateAccount.of(.username("ada"))
            let account = try await identity.send(registration).profile.account
            let totp = try TOTP(begun: try await identity.send(BeginTOTP(account: account, signedInAt: nil)))
            _ = try await identity.send(
                ConfirmTOTP(account: account, signedInAt: nil, shownCode: identity.code(of: totp)))
            #expect(try await identity.outcome(registration) == .duplicate)
            #expect(try await identity.outcome(VerifyPassword.of("ada")) == .unavailable)
            #expect(try await identity.outcome(VerifyPassword.of("ada", .wrong)) == .wrongCredentials)
        }
    }

    @Test("Only the second step cancels an erasure")
    func erasureTakenBack() async throws {
        try await IdentityHarness.run({ $0.identity.erasureGrace = .seconds(86_400) }) { identity in
            let ada = try await identity.withSecondStep()
            _ = try await identity.send(EraseAccount(account: ada.account, askedByOwner: true))
            let pending = try await serviceError { try await identity.takeFirstStep(ada) }
            #expect(pending?.code == .erasurePending)
            let first = try await identity.takeFirstStep(ada, cancelsErasure: true)
            #expect(try await identity.send(FindAccount(login: Personal("ada"))).erasesAt != nil)
            let without = try identity.secondStep(of: first, identity.code(of: ada.totp))
            #expect(try await identity.outcome(without) == .erasurePending)
            #expect(identity.reason(.secondStepRefused) == "erasure-pending")
            let with = try identity.secondStep(of: first, identity.code(of: ada.totp), cancelsErasure: true)
            #expect(try await identity.send(with).profile.status == .active)
            #expect(try await identity.send(FindAccount(login: Personal("ada"))).erasesAt == nil)
        }
    }

    @Test("A proof removes a second step and renews its recovery codes; an operator needs no proof")
    func changed() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.withSecondStep()
            func person(_ password: SecretText) async throws -> ProvenPerson {
                ProvenPerson(session: SessionID("s1")!, signedInAt: identity.clock.now(), password: password)
            }
            let renewal = RenewRecoveryCodes(account: ada.account, person: try await person(.wrong))
            #expect(try await identity.outcome(renewal) == .wrongCredentials)
            let fresh = try await identity.send(
                RenewRecoveryCodes(account: ada.account, person: try await person(.right))
            ).recoveryCodes
            let first = try await identity.takeFirstStep(ada)
            let old = try identity.secondStep(of: first, recovery: ada.recoveryCodes[0])
            #expect(try await identity.outcome(old) == .codeMismatch)
            #expect(try await identity.outcome(try identity.secondStep(of: first, recovery: fresh[0])) == nil)

            let removal = RemoveTOTP(account: ada.account, person: try await person(.wrong))
            #expect(try await identity.outcome(removal) == .wrongCredentials)
            _ = try await identity.send(RemoveTOTP(account: ada.account, person: try await person(.right)))
            #expect(try await identity.takeFirstStep(ada).firstStep == nil)
            #expect(
                try await identity.outcome(
                    RenewRecoveryCodes(account: ada.account, person: try await person(.right))) == .conflict)
            let ben = try await identity.withSecondStep("ben")
            _ = try await identity.send(RemoveTOTP(account: ben.account))
            #expect(identity.reason(.secondStepRemoved) != nil, "by an operator")
            #expect(try await identity.takeFirstStep(ben).firstStep == nil)
            _ = try await identity.send(RemoveTOTP(account: ben.account))
        }
    }

    @Test("A live session confirms a second step by its own code, within an hour")
    func confirmed() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.send(CreateAccount.of(.username("ada"))).profile.account
            let confirm = ConfirmTOTP(account: account, signedInAt: nil, shownCode: SecretText("123456"))
            #expect(try await identity.outcome(confirm) == .codeExpired)
            #expect(identity.reason(.secondStepRefused) == "not-begun")
            let totp = try TOTP(begun: try await identity.send(BeginTOTP(account: account, signedInAt: nil)))
            let wrong = ConfirmTOTP(account: account, signedInAt: nil, shownCode: identity.code(of: totp, steps: 9))
            #expect(try await identity.outcome(wrong) == .codeMismatch)
            let ended = ConfirmTOTP(account: account, signedInAt: .start, shownCode: identity.code(of: totp))
            _ = try await identity.send(SetAccountStatus(account: account, status: .disabled))
            _ = try await identity.send(SetAccountStatus(account: account, status: .active))
            #expect(try await identity.outcome(ended) == .invalidToken)
            identity.clock.advance(seconds: 3600)
            let late = ConfirmTOTP(account: account, signedInAt: nil, shownCode: identity.code(of: totp))
            #expect(try await identity.outcome(late) == .codeExpired)
        }
    }

    @Test("Recovery codes work after the server's secret was lost")
    func secretLost() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        let people = Kept()
        try await IdentityHarness.run(in: folder, clock: clock) { identity in
            people.ada = try await identity.withSecondStep()
        }
        let secret = folder.url.appendingPathComponent("keys/phone-codes.secret")
        try FileManager.default.removeItem(at: secret)
        let ada = try #require(people.ada)
        try await IdentityHarness.run(in: folder, clock: clock) { identity in
            let first = try await identity.takeFirstStep(ada)
            let step = try identity.secondStep(of: first, identity.code(of: ada.totp))
            #expect(try await identity.outcome(step) == .codeMismatch)
            #expect(identity.reason(.secondStepRefused) == "secret-lost")
            let recovery = try identity.secondStep(of: first, recovery: ada.recoveryCodes[0])
            #expect(try await identity.outcome(recovery) == nil)
        }
    }

    private final class Kept { var ada: SteppingPerson? }
}
