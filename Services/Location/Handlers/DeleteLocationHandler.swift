import Models

struct DeleteLocationHandler: Sendable {
    let service: LocationContext

    func handle(_ request: DeleteLocation, _ context: MessageContext) async throws -> DeleteLocation.Reply {
        let shown = request.key == nil ? [] : [request.device]
        return try await service.ask(for: DeleteLocation.self, showing: shown, context) {
            store, now throws(LocationStoreError) in
            try await store.deleteLocation(request.device, key: request.key, at: now)
        }
    }
}
