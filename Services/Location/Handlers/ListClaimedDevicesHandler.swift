import Models

struct ListClaimedDevicesHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ListClaimedDevices, _ context: MessageContext) async throws -> [ClaimedDevice] {
        try await service.ask(for: ListClaimedDevices.self, showing: [], context) {
            store, _ throws(LocationStoreError) in
            try await store.listClaimedDevices(of: request.account)
        }
    }
}
