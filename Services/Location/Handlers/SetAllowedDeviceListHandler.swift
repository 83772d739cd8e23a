import Models

struct SetAllowedDeviceListHandler: Sendable {
    let service: LocationContext

    func handle(_ request: SetAllowedDeviceList, _ context: MessageContext) async throws -> Done {
        let allowed = try AllowedList.checked(request.allowed)
        return try await service.askWithNewDevices(for: SetAllowedDeviceList.self, showing: [request.device], context) {
            store, _, newDevices throws(LocationStoreError) in
            try await store.setAllowedDeviceList(
                request.device, key: request.key, allowed: allowed, newDevices: newDevices)
        }
    }
}
