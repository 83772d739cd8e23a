import Models
import Storage

struct VerifyEmailCodeHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: VerifyEmailCode, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.metrics.measure(VerifyEmailCode.self) {
            try await service.metrics.measureSignIn(by: .emailCode) { try await verify(request, context) }
        }
    }

    private func verify(_ request: VerifyEmailCode, _ context: MessageContext) async throws -> VerifiedAccount {
        let address = try EmailAddress(request.email.value)
        let service = service
        let outcome: Result<EmailSignIn, EmailCodeRefusal>
        do {
            outcome = try await service.store.verifyEmailCode(
                service.shown(request.emailCode, for: .signIn), to: address,
                login: LoginRecord(context.client, by: .emailCode),
                from: { service.seenNetwork(of: $0, context) }, cancelsErasure: request.cancelsErasure ?? false,
                at: service.now)
        } catch {
            if ServiceError(answering: error)?.code == .erasurePending {
                service.record(.signInRefused, nil, reason: "to be erased", refusedBy: .emailCode, context)
            }
            throw error
        }
        switch outcome {
        case .failure(let refusal):
            service.record(.signInRefused, nil, reason: refusal.rawValue, refusedBy: .emailCode, context)
            throw refusal == .malformed ? refusal.answer : EmailCodeRefusal.signInAnswer
        case .success(let signIn):
            let account = signIn.verified.profile.account
            if signIn.hasCancelledErasure { service.record(.erasureCancelled, account, context) }
            try service.check(signIn.verified, takesSecondStep: request.takesSecondStep)
            service.record(signIn.verified.firstStep == nil ? .signIn : .firstStepTaken, account, context)
            return signIn.verified
        }
    }
}
