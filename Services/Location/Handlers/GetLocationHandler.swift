import Models

struct GetLocationHandler: Sendable {
    let service: LocationContext

    /// For more devices, the search would block the reactor for too long.
    private static let largestOnReactor = 100

    func handle(_ request: GetLocation, _ context: MessageContext) async throws -> GetLocation.Reply {
        guard request.devices.count <= LocationPolicy.batchLimit else {
            throw ServiceError(.invalidRequest, "more than \(LocationPolicy.batchLimit) devices in one request")
        }
        // A request for no devices needs no reader.
        if !request.devices.isEmpty { try request.reader.checkPresence(service.policy) }
        let isLarge = request.devices.count > GetLocationHandler.largestOnReactor
        return try await service.onPool(when: isLarge) {
            let found = try await service.ask(
                for: GetLocation.self, showing: request.reader.shown, as: .reader, context
            ) {
                store, now throws(LocationStoreError) in
                try await store.getLocation(request.devices, for: request.reader, at: now)
            }
            return GetLocation.Reply(found: found)
        }
    }
}
