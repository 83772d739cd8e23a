@testable import Identity

struct SteppingPerson {
    let account: AccountID
    let name: String
    let totp: TOTP
    let recoveryCodes: [SecretText]
}

extension IdentityHarness {
    func withSecondStep(_ name: String = "ada") async throws -> SteppingPerson {
        let account = try await send(CreateAccount.of(.username(name))).profile.account
        let totp = try TOTP(begun: try await send(BeginTOTP(account: account, signedInAt: nil)))
        let codes = try await send(ConfirmTOTP(account: account, signedInAt: nil, shownCode: code(of: totp)))
            .recoveryCodes
        // The code of the confirmation is no longer valid.
        clock.advance(seconds: 60)
        return SteppingPerson(account: account, name: name, totp: totp, recoveryCodes: codes)
    }

    func code(of totp: TOTP, steps: Int64 = 0) -> SecretText {
        SecretText(totp.code(of: TOTP.step(at: clock.now()) + steps))
    }

    func takeFirstStep(
        _ person: SteppingPerson, _ password: SecretText = .right, cancelsErasure: Bool? = nil
    ) async throws -> VerifiedAccount {
        try await send(
            VerifyPassword(
                signInMethod: .password, login: Personal(person.name), password: password,
                cancelsErasure: cancelsErasure, takesSecondStep: true))
    }

    func secondStep(
        of first: VerifiedAccount, _ code: SecretText? = nil, recovery: SecretText? = nil, cancelsErasure: Bool? = nil
    ) throws -> VerifySecondStep {
        guard let step = first.firstStep else { throw ServiceError(.internalFailure, "no second step is wanted") }
        return VerifySecondStep(
            account: first.profile.account, signInMethod: .password, verifiedAt: first.verifiedAt, firstStep: step,
            shownCode: code, recoveryCode: recovery, cancelsErasure: cancelsErasure)
    }
}

extension TOTP {
    init(begun: SecondStepEnrolment) throws {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, buffer, bits) = ([UInt8](), UInt32(0), 0)
        for letter in begun.secret.value {
            guard let value = letters.firstIndex(of: letter) else {
                throw ServiceError(.internalFailure, "no base32: \(letter)")
            }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
                buffer &= (1 << UInt32(bits)) - 1
            }
        }
        self.init(secret: bytes)
    }
}
