import MessageBus
import Models

/// Checks the session again; identity checks it and the proof.
struct RequestTOTPRemovalHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestTOTPRemoval, _ context: MessageContext) async throws -> Done {
        let person = try await service.person(asking: request, refusal: .secondStepChangeRefused, context)
        return try await service.client.send(RemoveTOTP(account: request.account, person: person), context)
    }
}
