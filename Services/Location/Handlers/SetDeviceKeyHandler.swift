import Models

struct SetDeviceKeyHandler: Sendable {
    let service: LocationContext

    func handle(_ request: SetDeviceKey, _ context: MessageContext) async throws -> Done {
        // The new key is compared with the stored one, so it is a guess even without a current key.
        let salt = service.random(StoredDeviceKey.saltLength)
        return try await service.askWithNewDevices(
            for: SetDeviceKey.self, showing: [request.device], as: .current, context
        ) { store, _, newDevices throws(LocationStoreError) in
            try await store.setDeviceKey(
                request.device, current: request.currentKey, new: request.newKey, salt: salt, newDevices: newDevices)
        }
    }
}
