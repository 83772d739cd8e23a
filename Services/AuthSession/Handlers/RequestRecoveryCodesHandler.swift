// Answers RequestRecoveryCodes: a person has new recovery codes made.

import MessageBus
import Models

/// Answers `RequestRecoveryCodes`. The session is looked up once more, and identity judges it and the proof.
struct RequestRecoveryCodesHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestRecoveryCodes, _ context: MessageContext) async throws -> RecoveryCodes {
        guard
            let session = try await service.living(
                request.session, of: request.account, shown: request.shown, request.proof, context)
        else {
            throw ServiceError(.invalidToken, "this session has ended; sign in again")
        }
        let person = try await service.person(of: session, request.proof, refusal: .secondStepChangeRefused, context)
        return try await service.client.send(RenewRecoveryCodes(account: request.account, person: person), context)
    }
}
