import Models

struct UpdateLocationHandler: Sendable {
    let service: LocationContext

    func handle(_ request: UpdateLocation, _ context: MessageContext) async throws -> Done {
        guard request.entries.count <= LocationPolicy.batchLimit else {
            throw ServiceError(.invalidRequest, "more than \(LocationPolicy.batchLimit) locations in one request")
        }
        let rules = LocationRules(servesLegacyClients: service.policy.servesLegacyClients)
        var entries = request.entries
        for index in entries.indices { entries[index].location = try rules.checked(entries[index].location) }
        let retention = try retention(request)
        let reports = DeviceReport.reports(entries)
        let shown = reports.lazy.filter { $0.keys.contains { $0 != nil } }.map(\.device)
        let dropped = try await service.askWithNewDevices(for: UpdateLocation.self, showing: Array(shown), context) {
            store, now, newDevices throws(LocationStoreError) in
            let keeping = retention.map { Keeping.until(now.adding(seconds: $0)) } ?? .history
            return try await store.updateLocation(reports, keeping: keeping, newDevices: newDevices, at: now)
        }
        service.dropped.record(dropped, at: service.now)
        return Done()
    }

    /// Seconds; nil with history, where the client's value has no effect.
    private func retention(_ request: UpdateLocation) throws(ServiceError) -> Int64? {
        if request.keepsHistory { return nil }
        return try Retention.seconds(request.retentionMinutes, standard: service.policy.defaultRetentionMinutes)
    }
}
