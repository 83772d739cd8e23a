import Models

struct SetDeviceSloganHandler: Sendable {
    let service: LocationContext

    func handle(_ request: SetDeviceSlogan, _ context: MessageContext) async throws -> Done {
        try Slogan.check(request.slogan)
        return try await service.ask(for: SetDeviceSlogan.self, showing: [request.device], context) {
            store, _ throws(LocationStoreError) in
            try await store.setDeviceSlogan(request.device, key: request.key, slogan: request.slogan)
        }
    }
}
