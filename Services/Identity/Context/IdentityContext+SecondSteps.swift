import Models
import Storage

extension IdentityContext {
    /// Refuses a first step without the second one, also for a sender that does not know about second steps.
    func check(_ verified: VerifiedAccount, takesSecondStep: Bool?) throws(ServiceError) {
        guard verified.firstStep != nil, takesSecondStep != true else { return }
        throw ServiceError(
            .unavailable,
            "a part of the server does not know yet that this account has a second step; try again",
            retryAfter: 30)
    }

    func madeRecoveryCodes(for account: AccountID) -> (codes: RecoveryCodes, hashes: [[UInt8]]) {
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode(random: random(RecoveryCode.randomLength)) }
        return (RecoveryCodes(codes: codes.map(\.text)), codes.map { $0.hash(for: account) })
    }

    /// Reads an app's code before a try is counted; malformed text is no code.
    func totpCode(shown: SecretText) throws(SecondStepRefusal) -> OneTimeCode {
        guard let code = OneTimeCode(shown: shown, digits: TOTP.digits) else { throw .malformed }
        return code
    }

    func step(of code: OneTimeCode, _ tried: TriedSecondStep) throws(SecondStepRefusal) -> Int64 {
        guard let totp = totpSeal.open(tried.sealed, of: tried.account) else { throw .secretLost }
        guard let step = totp.step(of: code, at: now) else { throw .code }
        return step
    }
}

extension SecondStepRefusal {
    /// Finds the second-step refusal in an error; nil for any other error.
    init?(of error: any Error) {
        if let refusal = error as? SecondStepRefusal {
            self = refusal
            return
        }
        guard let failure = error as? IdentityStoreError, case .refused(let refusal) = failure else { return nil }
        switch refusal {
        case .secondStep(let reason): self = reason
        case .secondStepWaits: self = .waits
        case .noSecondStepBegun: self = .notBegun
        case .erasurePending, .erasureDue: self = .erasurePending
        case .accountDisabled: self = .disabled
        default: return nil
        }
    }
}
