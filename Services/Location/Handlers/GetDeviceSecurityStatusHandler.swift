import Models

struct GetDeviceSecurityStatusHandler: Sendable {
    let service: LocationContext

    func handle(
        _ request: GetDeviceSecurityStatus, _ context: MessageContext
    ) async throws -> GetDeviceSecurityStatus.Reply {
        try await service.ask(for: GetDeviceSecurityStatus.self, showing: [request.reader], context) {
            store, now throws(LocationStoreError) in
            try await store.getDeviceSecurityStatus(
                request.device, reader: request.reader, readerKey: request.readerKey, at: now)
        }
    }
}
