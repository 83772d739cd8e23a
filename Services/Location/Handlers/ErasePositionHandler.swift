import Models

struct ErasePositionHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ErasePosition, _ context: MessageContext) async throws -> Done {
        try await service.ask(for: ErasePosition.self, showing: [], context) { store, now throws(LocationStoreError) in
            try await store.erasePosition(of: request.account, at: now)
        }
    }
}
