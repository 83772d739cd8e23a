import Models

/// Answers `SendTestPush`. The test uses the same queue as other pushes.
struct SendTestPushHandler: Sendable {
    let service: PushContext

    /// The lifetime in seconds; users do not wait longer for a test.
    private static let life: Int64 = 3600

    func handle(_ request: SendTestPush, _ context: MessageContext) async throws -> SendTestPush.Reply {
        let now = service.clock.now()
        let announcement = try announcement(request, at: now)
        guard let id = AnnouncementID(opaqueIDText(service.random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the test")
        }
        let deliveries = try await service.store.announceTest(
            announcement, as: id, for: request.account, to: request.token, at: now)
        guard !deliveries.isEmpty else {
            throw ServiceError(
                .notFound,
                request.token == nil
                    ? "no push device is registered; register a push token first"
                    : "this user has no push device with this id that shows notifications")
        }
        service.deliver()
        return SendTestPush.Reply(deliveries: deliveries)
    }

    /// The place and the category are irrelevant.
    private func announcement(_ request: SendTestPush, at now: UnixTime) throws -> Announcement {
        guard let anywhere = Coordinate(latitude: 0, longitude: 0) else {
            throw ServiceError(.internalFailure, "there is no place")
        }
        return try service.announcements.checked(
            Announcement(
                type: request.type, subject: request.subject, title: request.title, body: request.body,
                category: request.type == .event ? nil : service.announcements.categories.first, coordinate: anywhere,
                expiresAt: now.adding(seconds: SendTestPushHandler.life)), at: now)
    }
}
