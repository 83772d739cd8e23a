import Models

struct ListClaimedDevicesHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ListClaimedDevices, _ context: MessageContext) async throws -> [ClaimedDevice] {
        try await service.ask(for: ListClaimedDevices.self, showing: [], context) {
            store, now throws(LocationStoreError) in
            let claimed = try await store.listClaimedDevices(of: request.account).value
            return AccessResult(
                value: claimed.map { device in
                    var device = device
                    if let end = device.handoverEndsAt, end <= now { device.handoverEndsAt = nil }
                    return device
                })
        }
    }
}
