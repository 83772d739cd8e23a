import Models

struct ReadDocumentHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ReadDocument, _ context: MessageContext) async throws -> AccountDocument {
        try await service.metrics.measure(ReadDocument.self) {
            try await service.store.readDocument(request.account, request.name)
        }
    }
}
