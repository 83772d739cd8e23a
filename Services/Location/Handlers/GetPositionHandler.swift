import Models

struct GetPositionHandler: Sendable {
    let service: LocationContext

    func handle(_ request: GetPosition, _ context: MessageContext) async throws -> PositionStatus {
        try await service.ask(for: GetPosition.self, showing: [], context) { store, _ throws(LocationStoreError) in
            AccessResult(value: try await store.getPosition(of: request.account))
        }
    }
}
