import Models

struct RemoveDeviceKeyHandler: Sendable {
    let service: LocationContext

    func handle(_ request: RemoveDeviceKey, _ context: MessageContext) async throws -> Done {
        try await service.ask(for: RemoveDeviceKey.self, showing: [], context) { store, _ throws(LocationStoreError) in
            try await store.removeDeviceKey(request.device, by: DeviceOwner(request.account))
        }
    }
}
