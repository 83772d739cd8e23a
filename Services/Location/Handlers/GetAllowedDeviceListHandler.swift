import Models

struct GetAllowedDeviceListHandler: Sendable {
    let service: LocationContext

    func handle(
        _ request: GetAllowedDeviceList, _ context: MessageContext
    ) async throws -> GetAllowedDeviceList.Reply {
        let allowed = try await service.ask(for: GetAllowedDeviceList.self, showing: [request.device], context) {
            store, _ throws(LocationStoreError) in
            try await store.getAllowedDeviceList(request.device, key: request.key)
        }
        return GetAllowedDeviceList.Reply(isEnabled: !allowed.isEmpty, allowed: allowed)
    }
}
