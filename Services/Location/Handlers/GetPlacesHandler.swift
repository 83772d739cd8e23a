import Models

struct GetPlacesHandler: Sendable {
    let service: LocationContext

    func handle(_ request: GetPlaces, _ context: MessageContext) async throws -> GetPlaces.Reply {
        let places = try await service.ask(for: GetPlaces.self, showing: [], context) {
            store, now throws(LocationStoreError) in
            try await store.getPlaces(of: request.account, visited: Set(request.visited), at: now)
        }
        return GetPlaces.Reply(places: places)
    }
}
