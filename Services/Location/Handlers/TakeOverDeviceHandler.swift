import MessageBus
import Models
import Storage

/// A ticket is valid until its session ends. Only auth-session knows whether a session has ended, so this handler asks
/// it.
struct TakeOverDeviceHandler: Sendable {
    let service: LocationContext
    let client: BusClient

    func handle(_ request: TakeOverDevice, _ context: MessageContext) async throws -> TakeOverDevice.Reply {
        guard let key = DeviceKey(opaqueIDText(service.random(DeviceClaim.madeKeyLength))) else {
            throw ServiceError(.internalFailure, "no key could be made")
        }
        let salt = service.random(StoredDeviceKey.saltLength)
        let ticket = DeviceClaim.hash(ofTicket: request.ticket)
        let session = try await service.ask(for: TakeOverDevice.self, showing: [], context) {
            store, now throws(LocationStoreError) in
            AccessResult(value: try await store.session(offering: ticket, at: now))
        }
        let isLiving = try await client.send(session, context).isLiving
        let device = try await service.ask(for: TakeOverDevice.self, showing: [], context) {
            store, now throws(LocationStoreError) in
            guard isLiving else { throw .refused(.unknownTicket) }
            return try await store.takeOverDevice(by: ticket, for: request.account, key: key, salt: salt, at: now)
        }
        return TakeOverDevice.Reply(device: device, key: key)
    }
}
