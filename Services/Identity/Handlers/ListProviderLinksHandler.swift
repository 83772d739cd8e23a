import Models

struct ListProviderLinksHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ListProviderLinks, _ context: MessageContext) async throws -> [LinkedProvider] {
        try await service.metrics.measure(ListProviderLinks.self) {
            try await service.store.listProviderLinks(request.account)
        }
    }
}
