import Models

struct ConfirmTOTPHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ConfirmTOTP, _ context: MessageContext) async throws -> RecoveryCodes {
        try await service.metrics.measure(ConfirmTOTP.self) {
            do {
                let code = try service.totpCode(shown: request.shownCode)
                // On disk before the comparison, so a crash gives no extra try.
                let tried = try await service.store.tryConfirmation(
                    of: request.account, signedInAt: request.signedInAt, in: request.session, at: service.now)
                let step = try service.step(of: code, tried)
                let (codes, hashes) = service.madeRecoveryCodes(for: request.account)
                try await service.store.confirmTOTP(
                    tried, step: step, recoveryCodes: hashes, signedInAt: request.signedInAt, in: request.session,
                    at: service.now)
                service.record(.secondStepAdded, request.account, context)
                return codes
            } catch {
                guard let refusal = SecondStepRefusal(of: error) else { throw error }
                service.record(.secondStepRefused, request.account, reason: refusal.rawValue, context)
                throw refusal.answer(to: error, wrong: SecondStepRefusal.wrongConfirmation)
            }
        }
    }
}
