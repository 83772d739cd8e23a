import Models

/// Pushes without a publisher. They use the same queue as all others.
extension PushContext {
    func sendTestPush(_ request: SendTestPush, _ context: MessageContext) async throws -> SendTestPush.Reply {
        let now = clock.now()
        let announcement = try testAnnouncement(request, at: now)
        guard let id = NotificationID(opaqueIDText(random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the test")
        }
        let deliveries = try await store.announceTest(
            announcement, as: id, for: request.account, to: request.token, at: now)
        guard !deliveries.isEmpty else {
            throw ServiceError(
                .notFound,
                request.token == nil
                    ? "no push device is registered; register a push token first"
                    : "this user has no push device with this id that shows notifications")
        }
        deliver()
        return SendTestPush.Reply(deliveries: deliveries)
    }

    /// The place and the category are irrelevant.
    private func testAnnouncement(_ request: SendTestPush, at now: UnixTime) throws -> Announcement {
        guard let anywhere = Coordinate(latitude: 0, longitude: 0) else {
            throw ServiceError(.internalFailure, "there is no place")
        }
        // Users do not wait longer than an hour for a test.
        return try announcements.checked(
            Announcement(
                type: request.type, subject: request.subject, title: request.title, body: request.body,
                category: request.type == .event ? nil : announcements.categories.first, coordinate: anywhere,
                expiresAt: now.adding(seconds: 3600)), at: now)
    }

    func tellOfSignIn(_ request: TellOfSignIn, _ context: MessageContext) async throws -> Done {
        guard let id = SignInContent.id(of: request.session, of: request.account) else {
            throw ServiceError(.internalFailure, "no id could be made for the notice")
        }
        let content = SignInContent.content(
            client: request.client?.value, at: request.at, locale: request.locale, fallback: texts.fallback)
        let isQueued = try await store.tellOfSignIn(
            content, as: id, to: request.account, except: request.session, at: clock.now())
        if isQueued { deliver() }
        return Done()
    }
}
