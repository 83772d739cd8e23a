import Models

// The history of a claimed device.
extension LocationContext {
    private static let maximumPointsOnReactor = 200

    func readDeviceHistory(
        _ request: ReadDeviceHistory, _ context: MessageContext
    ) async throws -> ReadDeviceHistory.Reply {
        guard ReadDeviceHistory.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "the limit is not within \(ReadDeviceHistory.limits)")
        }
        return try await onPool(when: request.limit > LocationContext.maximumPointsOnReactor) {
            try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.readHistory(request, at: now)
            }
        }
    }

    func deleteDeviceHistory(_ request: DeleteDeviceHistory, _ context: MessageContext) async throws -> DoneCount {
        let count = try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.deleteHistory(of: request.device, in: request.range, by: request.account)
        }
        return DoneCount(count: count)
    }

    func getHistoryRetention(_ request: GetHistoryRetention, _ context: MessageContext) async throws -> HistoryRetention
    {
        let days = try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.getHistoryDays(of: request.device, by: request.account)
        }
        return HistoryRetention(days: days, maximumPoints: policy.historyCap)
    }

    func setHistoryRetention(_ request: SetHistoryRetention, _ context: MessageContext) async throws -> HistoryRetention
    {
        if let days = request.days, !HistoryRetention.limits.contains(days) {
            throw ServiceError(.invalidRequest, "the days are not within \(HistoryRetention.limits)")
        }
        _ = try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.setHistoryDays(request.days, of: request.device, by: request.account)
        }
        return HistoryRetention(days: request.days, maximumPoints: policy.historyCap)
    }

    func importDeviceHistory(
        _ request: ImportDeviceHistory, _ context: MessageContext
    ) async throws -> ImportDeviceHistory.Reply {
        let rules = LocationRules(servesLegacyClients: policy.servesLegacyClients)
        return try await onPool(when: request.points.count > LocationContext.maximumPointsOnReactor) {
            let points = try HistoryRules.checked(request.points, by: rules, at: now)
            return try await ask(request, context) { store, _ throws(LocationStoreError) in
                try await store.importHistory(points, of: request.device, by: request.account)
            }
        }
    }

    func addEarlierLocations(_ request: AddEarlierLocations, _ context: MessageContext) async throws -> Done {
        guard request.locations.count <= AddEarlierLocations.maximumCount else {
            throw ServiceError(
                .invalidRequest, "more than \(AddEarlierLocations.maximumCount) locations in one request")
        }
        let rules = LocationRules(servesLegacyClients: policy.servesLegacyClients)
        return try await onPool(when: request.locations.count > LocationContext.maximumPointsOnReactor) {
            let points = try HistoryRules.checked(request.locations, by: rules, at: now)
            return try await ask(request, showing: [request.device], context) { store, _ throws(LocationStoreError) in
                try await store.addEarlier(points, of: request.device, key: request.key)
            }
        }
    }
}
