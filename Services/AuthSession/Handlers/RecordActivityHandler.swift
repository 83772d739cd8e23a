import Models

struct RecordActivityHandler: Sendable {
    let service: SessionContext

    private static let largest = 10_000
    /// More in one transaction would delay other writes.
    private static let portion = 1000

    func handle(_ request: RecordActivity, _ context: MessageContext) async throws -> Done {
        let activities = request.activities
        guard activities.count <= RecordActivityHandler.largest else {
            throw ServiceError(.invalidRequest, "more than \(RecordActivityHandler.largest) activities in one request")
        }
        let now = service.clock.now()
        for start in stride(from: 0, to: activities.count, by: RecordActivityHandler.portion) {
            let portion = Array(activities[start..<min(start + RecordActivityHandler.portion, activities.count)])
            try await service.store.recordActivity(portion, at: now)
        }
        return Done()
    }
}
