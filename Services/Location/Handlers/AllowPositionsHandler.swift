import Models

struct AllowPositionsHandler: Sendable {
    let service: LocationContext

    func handle(_ request: AllowPositions, _ context: MessageContext) async throws -> PositionStatus {
        try await service.ask(for: AllowPositions.self, showing: [], context) { store, now throws(LocationStoreError) in
            try await store.allowPositions(request.isAllowed, of: request.account, at: now)
        }
    }
}
