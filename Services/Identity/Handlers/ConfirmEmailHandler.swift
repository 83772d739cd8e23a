import Models

struct ConfirmEmailHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ConfirmEmail, _ context: MessageContext) async throws -> AccountProfile {
        try await service.metrics.measure(ConfirmEmail.self) {
            guard request.purpose != .proof else {
                throw ServiceError(.invalidRequest, "send a code that is a proof with the call that needs it")
            }
            let use = EmailCodeUse(request.purpose)
            let outcome = try await service.store.confirmEmail(
                request.account, service.shown(request.emailCode, for: use),
                telling: service.draft(.emailChanged, in: context.client?.locale), signedInAt: request.signedInAt,
                in: request.session, at: service.now)
            switch outcome {
            case .failure(let refusal): throw service.refused(refusal, for: use, request.account, context)
            case .success(let confirmed):
                service.record(use == .change ? .emailChanged : .emailConfirmed, request.account, context)
                if confirmed.isFirstProof { service.record(.boundBeforeProofRemoved, request.account, context) }
                service.messages.signal()
                return confirmed.profile
            }
        }
    }
}
