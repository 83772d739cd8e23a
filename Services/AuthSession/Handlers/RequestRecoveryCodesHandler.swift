import MessageBus
import Models

/// Checks the session again; identity checks it and the proof.
struct RequestRecoveryCodesHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestRecoveryCodes, _ context: MessageContext) async throws -> RecoveryCodes {
        let person = try await service.person(asking: request, refusal: .secondStepChangeRefused, context)
        return try await service.client.send(RenewRecoveryCodes(account: request.account, person: person), context)
    }
}
