import Models

extension LocationContext {
    // A handler starts on the one thread of the bus (the reactor). More work than this would block it for too long.
    private static let maximumDevicesOnReactor = 100
    private static let maximumLocationsOnReactor = 200

    func updateLocation(_ request: UpdateLocation, _ context: MessageContext) async throws -> Done {
        guard request.entries.count <= LocationPolicy.batchLimit else {
            throw ServiceError(.invalidRequest, "more than \(LocationPolicy.batchLimit) locations in one request")
        }
        let rules = LocationRules(servesLegacyClients: policy.servesLegacyClients)
        var entries = request.entries
        for index in entries.indices { entries[index].location = try rules.checked(entries[index].location) }
        let retention = try retention(request)
        let reports = DeviceReport.reports(entries)
        let shown = reports.lazy.filter { $0.keys.contains { $0 != nil } }.map(\.device)
        let dropped = try await askWithNewDevices(request, showing: Array(shown), context) {
            store, now, newDevices throws(LocationStoreError) in
            let keeping = retention.map { Keeping.until(now.adding(seconds: $0)) } ?? .history
            return try await store.updateLocation(reports, keeping: keeping, newDevices: newDevices, at: now)
        }
        self.dropped.record(dropped, at: now)
        return Done()
    }

    /// Seconds; nil with history, where the client's value has no effect.
    private func retention(_ request: UpdateLocation) throws(ServiceError) -> Int64? {
        if request.keepsHistory { return nil }
        return try Retention.seconds(request.retentionMinutes, standard: policy.defaultRetentionMinutes)
    }

    func getLocation(_ request: GetLocation, _ context: MessageContext) async throws -> GetLocation.Reply {
        guard request.devices.count <= LocationPolicy.batchLimit else {
            throw ServiceError(.invalidRequest, "more than \(LocationPolicy.batchLimit) devices in one request")
        }
        // A request for no devices needs no reader.
        if !request.devices.isEmpty { try request.reader.checkPresence(policy) }
        return try await onPool(when: request.devices.count > LocationContext.maximumDevicesOnReactor) {
            let found = try await ask(request, showing: request.reader.shown, as: .reader, context) {
                store, now throws(LocationStoreError) in
                try await store.getLocation(request.devices, for: request.reader, at: now)
            }
            return GetLocation.Reply(found: found)
        }
    }

    func getLocationGeoJSON(
        _ request: GetLocationGeoJSON, _ context: MessageContext
    ) async throws -> GetLocationGeoJSON.Reply {
        guard (1...LocationPolicy.batchLimit).contains(request.devices.count) else {
            throw ServiceError(.invalidRequest, "not between 1 and \(LocationPolicy.batchLimit) devices")
        }
        return try await onPool(when: request.devices.count > LocationContext.maximumDevicesOnReactor) {
            let location = try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.getLocationGeoJSON(request.devices, at: now)
            }
            return GetLocationGeoJSON.Reply(location: location)
        }
    }

    func getLocationHistory(
        _ request: GetLocationHistory, _ context: MessageContext
    ) async throws -> GetLocationHistory.Reply {
        guard request.amount >= 1 else { throw ServiceError(.invalidRequest, "Amount is less than 1") }
        try request.reader.checkPresence(policy)
        return try await onPool(when: request.amount > LocationContext.maximumLocationsOnReactor) {
            try await ask(request, showing: request.reader.shown, as: .reader, context) {
                store, now throws(LocationStoreError) in
                try await store.getLocationHistory(request.device, amount: request.amount, for: request.reader, at: now)
            }
        }
    }

    func getVisitorHistory(
        _ request: GetVisitorHistory, _ context: MessageContext
    ) async throws -> GetVisitorHistory.Reply {
        guard request.amount != 0 else { throw ServiceError(.invalidRequest, "Amount is 0") }
        let shown = request.key == nil ? [] : [request.device]
        return try await ask(request, showing: shown, context) { store, _ throws(LocationStoreError) in
            try await store.getVisitorHistory(request.device, amount: request.amount, key: request.key)
        }
    }

    func deleteLocation(_ request: DeleteLocation, _ context: MessageContext) async throws -> DeleteLocation.Reply {
        let shown = request.key == nil ? [] : [request.device]
        return try await ask(request, showing: shown, context) { store, now throws(LocationStoreError) in
            try await store.deleteLocation(request.device, key: request.key, at: now)
        }
    }
}
