import Models

struct WriteDocumentHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: WriteDocument, _ context: MessageContext) async throws -> AccountDocument {
        try await service.metrics.measure(WriteDocument.self) {
            let change = try DocumentContent(request.json.value)
            return try await service.store.writeDocument(
                request.account, request.name, request.mode, change, at: service.now)
        }
    }
}
