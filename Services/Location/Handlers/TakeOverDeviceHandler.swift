// Answers TakeOverDevice: a person takes over a device that somebody hands over to them.

import Models

/// Answers `TakeOverDevice`.
struct TakeOverDeviceHandler: Sendable {
    let service: LocationContext

    func handle(_ request: TakeOverDevice, _ context: MessageContext) async throws -> TakeOverDevice.Reply {
        guard let key = DeviceKey(opaqueIDText(service.random(DeviceClaim.madeKeyLength))) else {
            throw ServiceError(.internalFailure, "no key could be made")
        }
        let salt = service.random(StoredDeviceKey.saltLength)
        let ticket = DeviceClaim.hash(ofTicket: request.ticket)
        let device = try await service.ask(for: TakeOverDevice.self, showing: [], context) {
            store, now throws(LocationStoreError) in
            try await store.takeOverDevice(by: ticket, for: request.account, key: key, salt: salt, at: now)
        }
        return TakeOverDevice.Reply(device: device, key: key)
    }
}
