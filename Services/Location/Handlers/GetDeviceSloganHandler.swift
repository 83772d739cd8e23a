import Models

struct GetDeviceSloganHandler: Sendable {
    let service: LocationContext

    func handle(_ request: GetDeviceSlogan, _ context: MessageContext) async throws -> GetDeviceSlogan.Reply {
        let slogan = try await service.ask(for: GetDeviceSlogan.self, showing: [request.reader], context) {
            store, now throws(LocationStoreError) in
            try await store.getDeviceSlogan(
                request.device, reader: request.reader, readerKey: request.readerKey, at: now)
        }
        return GetDeviceSlogan.Reply(slogan: slogan)
    }
}
