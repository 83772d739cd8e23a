import Models

struct GetLocationHistoryHandler: Sendable {
    let service: LocationContext

    /// A handler starts on the one thread of the bus (the reactor). Reading more locations than this would block it for
    /// too long.
    private static let largestOnReactor = 200

    func handle(_ request: GetLocationHistory, _ context: MessageContext) async throws -> GetLocationHistory.Reply {
        guard request.amount >= 1 else { throw ServiceError(.invalidRequest, "Amount is less than 1") }
        try request.reader.checkPresence(service.policy)
        return try await service.onPool(when: request.amount > GetLocationHistoryHandler.largestOnReactor) {
            try await service.ask(for: GetLocationHistory.self, showing: request.reader.shown, as: .reader, context) {
                store, now throws(LocationStoreError) in
                try await store.getLocationHistory(
                    request.device, amount: request.amount, for: request.reader, at: now)
            }
        }
    }
}
