import MessageBus
import Models

/// Identity, which has the public keys, checks the assertion.
struct SignInWithPasskeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: SignInWithPasskey, _ context: MessageContext) async throws -> SignedIn {
        // A passkey is as permanent as a lasting session, so the session lasts unless the account page asks.
        try await service.signIn(
            by: .passkey, request.kind, isRemembered: request.isRemembered ?? true, context
        ) {
            do {
                return Recognised(
                    person: try await service.client.send(
                        VerifyPasskey(
                            assertion: request.assertion, takesSecondStep: true,
                            cancelsErasure: request.cancelsErasure), context),
                    rest: Recognised.Rest(cancelsErasure: request.cancelsErasure ?? false))
            } catch BusError.refused(let error) where error.code == .invalidToken {
                try await service.checkNoAccountsAreMissing()
                throw error
            }
        }
    }
}
