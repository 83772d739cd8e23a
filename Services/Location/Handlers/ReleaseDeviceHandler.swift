import Models

struct ReleaseDeviceHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ReleaseDevice, _ context: MessageContext) async throws -> Done {
        try await service.ask(for: ReleaseDevice.self, showing: [], context) { store, _ throws(LocationStoreError) in
            try await store.releaseDevice(request.device, of: request.account)
        }
    }
}
