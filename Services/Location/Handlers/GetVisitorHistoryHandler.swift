import Models

struct GetVisitorHistoryHandler: Sendable {
    let service: LocationContext

    func handle(_ request: GetVisitorHistory, _ context: MessageContext) async throws -> GetVisitorHistory.Reply {
        guard request.amount != 0 else { throw ServiceError(.invalidRequest, "Amount is 0") }
        let shown = request.key == nil ? [] : [request.device]
        return try await service.ask(for: GetVisitorHistory.self, showing: shown, context) {
            store, _ throws(LocationStoreError) in
            try await store.getVisitorHistory(request.device, amount: request.amount, key: request.key)
        }
    }
}
