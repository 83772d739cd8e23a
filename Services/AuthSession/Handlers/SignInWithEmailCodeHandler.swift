import MessageBus
import Models

/// Identity, which sent the code, checks it.
struct SignInWithEmailCodeHandler: Sendable {
    let service: SessionContext

    func handle(_ request: SignInWithEmailCode, _ context: MessageContext) async throws -> SignedIn {
        try await service.signIn(by: .emailCode, request.kind, isRemembered: request.isRemembered, context) {
            let message = VerifyEmailCode(
                email: request.email, emailCode: request.emailCode, cancelsErasure: request.cancelsErasure,
                takesSecondStep: true)
            do {
                return Recognised(
                    person: try await service.client.send(message, context),
                    rest: Recognised.Rest(cancelsErasure: request.cancelsErasure ?? false))
            } catch BusError.refused(let error) where error.code == .codeMismatch {
                try await service.checkNoAccountsAreMissing()
                throw error
            }
        }
    }
}
