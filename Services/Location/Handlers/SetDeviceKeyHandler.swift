// Answers SetDeviceKey: a device gets a key, or another one.

import Models

/// Answers `SetDeviceKey`.
struct SetDeviceKeyHandler: Sendable {
    let service: LocationContext

    func handle(_ request: SetDeviceKey, _ context: MessageContext) async throws -> Done {
        let shown = request.currentKey == nil ? [] : [request.device]
        let salt = service.random(StoredDeviceKey.saltLength)
        return try await service.askWithNewDevices(for: SetDeviceKey.self, showing: shown, as: .current, context) {
            store, _, newDevices throws(LocationStoreError) in
            try await store.setDeviceKey(
                request.device, current: request.currentKey, new: request.newKey, salt: salt, newDevices: newDevices)
        }
    }
}
