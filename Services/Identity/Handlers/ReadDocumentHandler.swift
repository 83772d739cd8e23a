// Answers ReadDocument: an app reads what it keeps with an account.

import Models

/// Answers `ReadDocument`.
struct ReadDocumentHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ReadDocument, _ context: MessageContext) async throws -> AccountDocument {
        try await service.metrics.measure(ReadDocument.self) {
            try await service.store.readDocument(request.account, request.name)
        }
    }
}
