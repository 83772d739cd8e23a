// Answers RequestRecoveryCodes: a person has new recovery codes made.

import MessageBus
import Models

/// Answers `RequestRecoveryCodes`. The session is looked up once more, and identity judges it and the proof.
struct RequestRecoveryCodesHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestRecoveryCodes, _ context: MessageContext) async throws -> RecoveryCodes {
        let person = try await service.person(asking: request, refusal: .secondStepChangeRefused, context)
        return try await service.client.send(RenewRecoveryCodes(account: request.account, person: person), context)
    }
}
