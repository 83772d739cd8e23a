@testable import Push

extension OutgoingNotification {
    static func sample(
        _ audience: AudienceExpression, kind: String = "orders", title: String = "Your order", isSilent: Bool = false
    ) -> OutgoingNotification {
        OutgoingNotification(
            kind: kind, audience: audience,
            content: NotificationContent(
                pushType: isSilent ? .background : .alert,
                texts: isSilent ? [] : [NotificationText(language: "en", title: title, body: "It is on its way")]))
    }
}

extension PushHarness {
    static func runWithKinds(_ body: @Sendable (PushHarness) async throws -> Void) async throws {
        try await run(countError: { 0 }, configured: withKinds, body)
    }

    private static func withKinds(_ settings: inout Settings) {
        settings.notifications.kinds = NotificationKinds(naming: [
            NotificationKind("orders"), NotificationKind("tips", isOnAtFirst: false),
            NotificationKind("security", isMandatory: true), NotificationKind("billing", isRestricted: true),
        ])
        settings.notifications.openTopics = NamePatterns(["news-*"])
        settings.notifications.deviceTags = NamePatterns(["beta", "lane-*"])
    }

    /// The same, with a service that never checks its queue by itself.
    static func runWithoutLooking(_ body: @Sendable (PushHarness) async throws -> Void) async throws {
        try await run(pausing: { _ in try await Task.sleep(for: .seconds(86_400)) }, configured: withKinds, body)
    }

    func notify(
        _ notification: OutgoingNotification = .sample, key: String? = nil, isDryRun: Bool = false,
        by publisher: PublisherID = .sample, _ limits: PublishingLimits? = nil, isOperator: Bool? = true
    ) async throws(BusError) -> SendNotification.Reply {
        try await send(
            SendNotification(
                notification: notification, publisher: publisher, apiKey: .sample, limits: limits,
                idempotencyKey: key, isDryRun: isDryRun, isOperator: isOperator))
    }

    /// The code of the refusal when a publisher sends this; nil if it is accepted.
    func refusalToSend(
        _ notification: OutgoingNotification = .sample, key: String? = nil, isDryRun: Bool = false,
        by publisher: PublisherID = .sample, _ limits: PublishingLimits? = nil
    ) async throws -> ErrorCode? {
        try await serviceError {
            try await notify(notification, key: key, isDryRun: isDryRun, by: publisher, limits, isOperator: nil)
        }?.code
    }

    func done(_ sent: SendNotification.Reply) async throws -> NotificationRecord { try await record(sent, once: .done) }

    /// Sends and waits until it is done.
    @discardableResult func deliver(
        _ notification: OutgoingNotification = .sample, key: String? = nil, by publisher: PublisherID = .sample
    ) async throws -> SendNotification.Reply {
        let sent = try await notify(notification, key: key, by: publisher)
        _ = try await done(sent)
        return sent
    }

    /// Tests that poll use this, because explanations are limited.
    func results(_ sent: SendNotification.Reply) async throws -> [DeliveryResult] {
        try await send(ListResults(id: try #require(sent.record).id, askedBy: "support")).results
    }

    /// Whether it is so in the end, if the clock goes on by so many seconds before each look.
    func happens(inStepsOf seconds: Int64, _ isSo: () async throws -> Bool) async throws -> Bool {
        try await eventually {
            clock.advance(seconds: seconds)
            return try await isSo()
        }
    }

    func inbox(of account: AccountID) async throws -> ListInbox.Reply {
        try await send(ListInbox(account: account, limit: 10, unreadOnly: false, withNotifications: true))
    }

    func setPreferences(of account: AccountID, _ change: (inout NotificationPreferences) -> Void) async throws {
        var preferences = NotificationPreferences(choices: .sample)
        change(&preferences)
        try await self.preferences.publish(account.text, preferences)
    }
}
