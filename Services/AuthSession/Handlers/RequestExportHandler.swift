import MessageBus
import Models

/// Checks the session again; identity checks it and the password.
struct RequestExportHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestExport, _ context: MessageContext) async throws -> Done {
        let person = try await service.person(asking: request, refusal: .exportRefused, context)
        return try await service.client.send(BeginExport(account: request.account, person: person), context)
    }
}
