import Models

struct VerifySecondStepHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: VerifySecondStep, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.metrics.measure(VerifySecondStep.self) {
            try await service.metrics.measureSignIn(by: request.signInMethod) {
                do { return try await verify(request, context) } catch {
                    guard let refusal = SecondStepRefusal(of: error) else { throw error }
                    service.record(
                        .secondStepRefused, request.account, reason: refusal.rawValue,
                        refusedBy: request.signInMethod, context)
                    throw refusal.answer(to: error, wrong: SecondStepRefusal.wrongCode)
                }
            }
        }
    }

    private func verify(_ request: VerifySecondStep, _ context: MessageContext) async throws -> VerifiedAccount {
        guard (request.shownCode == nil) != (request.recoveryCode == nil) else {
            throw ServiceError(.invalidRequest, "send either a code of the app or a recovery code")
        }
        let code = try self.code(in: request)
        // On disk before the comparison, so a crash gives no extra try.
        let tried = try await service.store.trySecondStep(request, at: service.now)
        let shown: ShownSecondStep =
            switch code {
            case .app(let code): .step(try service.step(of: code, tried))
            case .recovery(let code): .recoveryCode(code.hash(for: request.account))
            }
        let (verified, hasCancelledErasure) = try await service.store.takeSecondStep(
            shown, request, tried: tried,
            login: LoginRecord(context.client, by: request.signInMethod),
            from: service.seenNetwork(of: request.account, context), at: service.now)
        if hasCancelledErasure { service.record(.erasureCancelled, request.account, context) }
        if request.recoveryCode != nil { service.record(.recoveryCodeUsed, request.account, context) }
        service.record(.signIn, request.account, context)
        return verified
    }

    private enum Code {
        case app(OneTimeCode)
        case recovery(RecoveryCode)
    }

    private func code(in request: VerifySecondStep) throws(SecondStepRefusal) -> Code {
        if let shown = request.shownCode { return .app(try service.totpCode(shown: shown)) }
        guard let text = request.recoveryCode, let code = RecoveryCode(shown: text) else { throw .malformed }
        return .recovery(code)
    }
}
