import Models

extension LocationContext {
    func createTracker(_ request: CreateTracker, _ context: MessageContext) async throws -> CreateTracker.Reply {
        try TrackerSettings.check(request.settings)
        let token = base64URL(random(TrackerSettings.tokenLength))
        var tracker = Tracker(
            id: try TrackerID(random: random(TrackerSettings.idLength)), device: request.device,
            name: Personal("tracker"), createdAt: now)
        tracker.change(request.settings)
        let new = tracker
        let stored = try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.createTracker(new, of: request.account, hash: TrackerSettings.hash(of: token))
        }
        return CreateTracker.Reply(tracker: stored, token: SecretText(token))
    }

    func listTrackers(_ request: ListTrackers, _ context: MessageContext) async throws -> [Tracker] {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.listTrackers(of: request.account)
        }
    }

    func changeTracker(_ request: ChangeTracker, _ context: MessageContext) async throws -> Tracker {
        try TrackerSettings.check(request.settings)
        return try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.changeTracker(request.tracker, of: request.account, request.settings)
        }
    }

    func revokeTracker(_ request: RevokeTracker, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.revokeTracker(request.tracker, of: request.account)
        }
    }

    func reportByTracker(_ request: ReportByTracker, _ context: MessageContext) async throws -> ReportByTracker.Reply {
        guard request.reports.count <= ReportByTracker.maximumReports else {
            throw ServiceError(.invalidRequest, "more than \(ReportByTracker.maximumReports) places in one request")
        }
        return try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.report(request, at: now)
        }
    }
}
