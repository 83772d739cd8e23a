import Models

struct ListReadableDevicesHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ListReadableDevices, _ context: MessageContext) async throws -> ListReadableDevices.Reply {
        guard request.reader.device != nil else {
            throw ServiceError(.invalidRequest, "the request has to say which device reads")
        }
        let devices = try await service.ask(
            for: ListReadableDevices.self, showing: request.reader.shown, as: .reader, context
        ) { store, _ throws(LocationStoreError) in
            try await store.readableDevices(for: request.reader)
        }
        guard let devices else {
            throw ServiceError(
                .forbidden, "the device that reads has no key, so anyone could read in its name; set one first")
        }
        return ListReadableDevices.Reply(devices: devices)
    }
}
