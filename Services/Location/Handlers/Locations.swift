import Models

extension LocationContext {
    // A handler starts on the one thread of the bus (the reactor). More devices or locations would block it too long.
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

    /// How long the locations are stored, in seconds; nil with history, where the client's value has no effect.
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
        if request.isWatching == true {
            return try await ask(request, showing: request.reader.shown, as: .reader, context) {
                store, now throws(LocationStoreError) in
                try await store.watchLocations(request.devices, for: request.reader, at: now)
            }
        }
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

    /// Tells what each view shows now. Wrong keys are not counted: each viewer's key was counted when its view started.
    func reviewViews(_ request: ReviewViews, _ context: MessageContext) async throws -> ReviewViews.Reply {
        guard request.views.count <= ReviewViews.maximumViews, request.devices.count <= ReviewViews.maximumDevices
        else {
            throw ServiceError(.invalidRequest, "too many views, or too many devices, in one request")
        }
        let places = request.devices.indices
        guard request.views.allSatisfy({ view in view.devices.allSatisfy(places.contains) }) else {
            throw ServiceError(.invalidRequest, "a view names a device that is not there")
        }
        return try await store.reviewViews(request.views, of: request.devices, at: now)
    }

    func listReadableDevices(
        _ request: ListReadableDevices, _ context: MessageContext
    ) async throws -> ListReadableDevices.Reply {
        guard request.reader.device != nil else {
            throw ServiceError(.invalidRequest, "the request has to name the device that reads")
        }
        let reply = try await ask(
            request, showing: request.reader.shown, as: .reader, context
        ) { store, _ throws(LocationStoreError) in
            try await store.readableDevices(for: request.reader)
        }
        guard let reply else {
            throw ServiceError(
                .forbidden, "the reading device has no key, so anyone could read in its name; set a key first")
        }
        return reply
    }

    func getPlaces(_ request: GetPlaces, _ context: MessageContext) async throws -> GetPlaces.Reply {
        let places = try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.getPlaces(of: request.account, visited: Set(request.visited), at: now)
        }
        return GetPlaces.Reply(places: places)
    }

    func getEventKey(_ request: GetEventKey, _ context: MessageContext) async -> GetEventKey.Reply {
        GetEventKey.Reply(key: SecretText(base64URL(store.hasher.eventKey)))
    }

    func setPosition(_ request: SetPosition, _ context: MessageContext) async throws -> SetPosition.Reply {
        let now = self.now
        try PositionRules.check(request.position, at: now)
        let position = PositionRules.dated(request.position, at: now)
        let isKept = try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.setPosition(position, of: request.account, at: now)
        }
        return SetPosition.Reply(isKept: isKept)
    }

    func getPosition(_ request: GetPosition, _ context: MessageContext) async throws -> PositionStatus {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            AccessResult(value: try await store.getPosition(of: request.account))
        }
    }

    func erasePosition(_ request: ErasePosition, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.erasePosition(of: request.account, at: now)
        }
    }

    func allowPositions(_ request: AllowPositions, _ context: MessageContext) async throws -> PositionStatus {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.allowPositions(request.isAllowed, of: request.account, at: now)
        }
    }
}
