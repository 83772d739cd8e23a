import Models

struct RemoveProviderLinkHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RemoveProviderLink, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(RemoveProviderLink.self) {
            try await service.store.removeProviderLink(
                request.link, of: request.account, signedInAt: request.signedInAt, in: request.session, at: service.now)
            service.record(.providerUnlinked, request.account, context)
            return Done()
        }
    }
}
