import Models

struct GetLocationGeoJSONHandler: Sendable {
    let service: LocationContext

    func handle(_ request: GetLocationGeoJSON, _ context: MessageContext) async throws -> GetLocationGeoJSON.Reply {
        guard (1...LocationPolicy.batchLimit).contains(request.devices.count) else {
            throw ServiceError(.invalidRequest, "not between 1 and \(LocationPolicy.batchLimit) devices")
        }
        return try await service.onPool(when: request.devices.count > 100) {
            let location = try await service.ask(for: GetLocationGeoJSON.self, showing: [], context) {
                store, now throws(LocationStoreError) in
                try await store.getLocationGeoJSON(request.devices, at: now)
            }
            return GetLocationGeoJSON.Reply(location: location)
        }
    }
}
