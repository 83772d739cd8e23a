import Models

struct ResetDeviceKeyHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ResetDeviceKey, _ context: MessageContext) async throws -> ResetDeviceKey.Reply {
        guard let key = request.newKey ?? DeviceKey(opaqueIDText(service.random(DeviceClaim.madeKeyLength))) else {
            throw ServiceError(.internalFailure, "no key could be made")
        }
        let salt = service.random(StoredDeviceKey.saltLength)
        _ = try await service.ask(for: ResetDeviceKey.self, showing: [], context) {
            store, _ throws(LocationStoreError) in
            try await store.resetDeviceKey(request.device, by: DeviceOwner(request.account), new: key, salt: salt)
        }
        return ResetDeviceKey.Reply(key: key)
    }
}
