// Answers RequestExport: a person asks for all that is kept of them.

import MessageBus
import Models

/// Answers `RequestExport`. The session is looked up once more, and identity judges it and the password.
struct RequestExportHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestExport, _ context: MessageContext) async throws -> Done {
        guard
            let session = try await service.living(
                request.session, of: request.account, shown: request.shown, request.proof, context)
        else {
            throw ServiceError(.invalidToken, "this session has ended; sign in again")
        }
        let person = try await service.person(of: session, request.proof, refusal: .exportRefused, context)
        return try await service.client.send(BeginExport(account: request.account, person: person), context)
    }
}
