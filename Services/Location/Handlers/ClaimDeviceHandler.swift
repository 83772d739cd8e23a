import Models

struct ClaimDeviceHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ClaimDevice, _ context: MessageContext) async throws -> ClaimedDevice {
        try await service.ask(for: ClaimDevice.self, showing: [request.device], context) {
            store, now throws(LocationStoreError) in
            try await store.claimDevice(request.device, key: request.key, for: request.account, at: now)
        }
    }
}
