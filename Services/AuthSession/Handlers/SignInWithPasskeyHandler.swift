// Answers SignInWithPasskey: a person signs in with a passkey.

import MessageBus
import Models

/// Answers `SignInWithPasskey`. identity, which has the public keys, judges what is shown.
struct SignInWithPasskeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: SignInWithPasskey, _ context: MessageContext) async throws -> SignedIn {
        // A passkey is kept by the device or with it, as a session that lasts is, unless the page for accounts asks.
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
