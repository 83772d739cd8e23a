import Models

/// Answers `CancelAnnouncement`. The first write stops all pushes; the rest updates the delivery counts.
struct CancelAnnouncementHandler: Sendable {
    let service: PushContext

    private static let portion = 5000

    func handle(_ request: CancelAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let found = try await service.announcement(request.id, of: request.publisher)
        try await CancelAnnouncementHandler.cancel(found.number, by: request.publisher, service)
        return try await service.announcement(found.record.id.text, of: request.publisher).record
            .shown(isOperator: request.publisher == nil)
    }

    static func cancel(_ number: Int64, by publisher: PublisherID?, _ service: PushContext) async throws {
        try await service.store.cancel(number, by: publisher, at: service.clock.now())
        while try await service.store.suppressCancelled(number, limit: portion, at: service.clock.now()) {}
        while try await service.store.takeBackUntold(number, limit: portion) {}
    }
}
