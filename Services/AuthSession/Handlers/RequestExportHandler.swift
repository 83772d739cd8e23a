// Answers RequestExport: a person asks for all that is kept of them.

import MessageBus
import Models

/// Answers `RequestExport`. The session is looked up once more, and identity judges it and the password.
struct RequestExportHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestExport, _ context: MessageContext) async throws -> Done {
        let person = try await service.person(asking: request, refusal: .exportRefused, context)
        return try await service.client.send(BeginExport(account: request.account, person: person), context)
    }
}
