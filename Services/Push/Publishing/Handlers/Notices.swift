import Models

/// Sends pushes without a publisher, through the same queue as all other pushes.
extension PushContext {
    func sendTestPush(_ request: SendTestPush, _ context: MessageContext) async throws -> SendTestPush.Reply {
        let now = clock.now()
        let announcement = try AnnouncementRules.checkedTexts(
            Announcement(type: request.type, subject: request.subject, title: request.title, body: request.body))
        // Users do not wait longer than an hour for a test.
        let notification = OutgoingNotification(
            kind: request.type.rawValue, audience: .accounts([request.account]),
            content: NotificationContent(sound: nil),
            expiresAt: now.adding(seconds: 3600), announcement: announcement)
        let id = try NotificationID(random: random(16))
        let deliveries = try await store.sendTest(
            notification, as: id, for: request.account, to: request.token, at: now)
        guard !deliveries.isEmpty else {
            throw ServiceError(
                .notFound,
                request.token == nil
                    ? "no push device is registered; register a push token first"
                    : "this user has no push device with this id that shows notifications")
        }
        queue.signal()
        return SendTestPush.Reply(deliveries: deliveries)
    }

    func tellOfSignIn(_ request: TellOfSignIn, _ context: MessageContext) async throws -> Done {
        let id = try SignInContent.id(of: request.session, of: request.account)
        let zone = try await store.timeZone(of: request.account)
        let content = SignInContent.content(
            client: request.client?.value, at: request.at, by: zone, locale: request.locale, fallback: texts.fallback)
        let isQueued = try await store.tellOfSignIn(
            content, as: id, to: request.account, except: request.session, at: clock.now())
        if isQueued { queue.signal() }
        return Done()
    }

    func tellOfArrival(_ request: TellOfArrival, _ context: MessageContext) async throws -> Done {
        let zone = try await store.timeZone(of: request.account)
        let content = ArrivalContent.content(request, by: zone, fallback: texts.fallback)
        return try await tell(request.account, by: content, kind: ArrivalContent.kind, as: request.id)
    }

    func tellOfReaders(_ request: TellOfReaders, _ context: MessageContext) async throws -> Done {
        let zone = try await store.timeZone(of: request.account)
        let content = ReaderContent.content(request, by: zone, fallback: texts.fallback)
        return try await tell(request.account, by: content, kind: ReaderContent.kind, as: request.id)
    }

    func tellOfForwarder(_ request: TellOfForwarder, _ context: MessageContext) async throws -> Done {
        let zone = try await store.timeZone(of: request.account)
        let content = ForwarderContent.content(request, by: zone, fallback: texts.fallback)
        return try await tell(request.account, by: content, kind: ForwarderContent.kind, as: request.id)
    }

    private func tell(
        _ account: AccountID, by content: NotificationContent, kind: String, as id: NotificationID
    ) async throws -> Done {
        let isQueued = try await store.tell(account, by: content, kind: kind, as: id, at: clock.now())
        if isQueued { queue.signal() }
        return Done()
    }

    func wakeForPlace(_ request: WakeForPlace, _ context: MessageContext) async throws -> DoneCount {
        let notices = try PlaceQuestionContent.contents(about: request.device).map { content in
            (id: try NotificationID(random: random(16)), content: content)
        }
        let count = try await store.wake(request.account, by: notices, at: clock.now())
        if count > 0 { queue.signal() }
        return DoneCount(count: count)
    }
}
