import MessageBus
import Models
import ServiceRuntime

struct PushContext: Sendable {
    let store: any PublishingStore
    let people: any AudienceStore
    let deliveries: any QueueStore
    let audience: AudienceProjection
    let feeds: any AppliedFeeds
    let begins: any BeginsNotifications
    let queue: any DeliversQueue
    let announcements: AnnouncementRules
    let texts: StandardTexts
    var publishing = PublishingRules()
    var rates = PublishingRates()
    let webhookTests = TargetTestLimiter()
    let clock: any WallClock
    let random: @Sendable (Int) -> [UInt8]
    let countError: @Sendable () -> Int
    /// The bundle id, in previews, for tokens without a bundle id.
    var appTopic: String?
    /// Returns the gateway for broadcasts with the present credentials.
    var broadcasts: @Sendable () -> any BroadcastGateway = { UnconfiguredBroadcasts() }
    /// Posts an event to a webhook once, for a test.
    let postTest: @Sendable (DueWebhookEvent, WebhookTable.Target) async -> WebhookDelivery

    func serve(in handlers: inout HandlerTable) {
        handlers.on(registerPushToken)
        handlers.on(listPushTokens)
        handlers.on(findPushDevices)
        handlers.on(mutePushToken)
        handlers.on(removePushTokens)
        handlers.on(explainRecipient)
        handlers.onPool(FindAnnouncements.self, findAnnouncements)
        handlers.onPool(PreviewNotification.self, previewNotification)
        handlers.on(createBroadcastChannel)
        handlers.on(deleteBroadcastChannel)
        handlers.on(listBroadcastChannels)
        handlers.on(sendBroadcast)
        handlers.on(sendTestPush)
        handlers.onPool(ListInbox.self, listInbox)
        handlers.on(countUnread)
        handlers.on(markRead)
        handlers.on(listInquiries)
        handlers.onPool(CountPushLanguages.self, countPushLanguages)
        handlers.onPool(OpenAnnouncement.self, openAnnouncement)
        // A dry run examines all users, and an audience may contain them.
        handlers.onPool(SendNotification.self, sendNotification)
        handlers.on(getNotification)
        handlers.onPool(SummarizeResults.self, summarizeResults)
        handlers.onPool(ListResults.self, listResults)
        handlers.onPool(ListNotifications.self, listNotifications)
        handlers.on(changeNotification)
        handlers.on(cancelNotification)
        handlers.on(setSeries)
        handlers.on(getSeries)
        handlers.onPool(ListSeries.self, listSeries)
        handlers.on(endSeries)
        handlers.on(setWebhook)
        handlers.on(getWebhook)
        handlers.on(changeWebhook)
        handlers.on(testWebhook)
        handlers.on(removeWebhook)
        handlers.on(retryWebhook)
        handlers.on(recordInteractions)
        handlers.on(setDeviceTags)
        handlers.on(tellOfSignIn)
        handlers.on(wakeForPlace)
        handlers.on(tellOfArrival)
        handlers.on(tellOfReaders)
        handlers.on(tellOfForwarder)
    }

    /// Finds a notification by its id. Unless `isOwn`, also finds an announcement by its subject. Throws `notFound`.
    /// `publisher` is nil for an operator, who may see all notifications; `group` is nil for both groups.
    func notification(
        _ name: String, of publisher: PublisherID?, among group: NotificationGroup?, isOwn: Bool = false
    ) async throws -> KeptNotification {
        let found =
            try await isOwn
            ? store.notification(own: name, of: publisher, among: group)
            : store.notification(name, of: publisher, among: group)
        guard let found else { throw ServiceError(.notFound, "no \(group.noun) has this id") }
        return found
    }

    /// Cancels a notification. The first write stops all pushes; the rest updates the delivery counts.
    func cancel(_ number: Int64, by publisher: PublisherID?) async throws {
        let portion = 5000
        try await store.cancel(number, by: publisher, at: clock.now())
        while try await store.suppressCancelled(number, limit: portion, at: clock.now()) {}
        while try await store.removeUnreceived(number, limit: portion) {}
    }

    /// Counts a notification of a key with a limit per minute. Throws once the limit is reached.
    func count(_ key: APIKeyID, _ limits: PublishingLimits?, at now: UnixTime) throws {
        guard let limit = limits?.perMinute else { return }
        if let wait = rates.take(key, perMinute: limit, at: now) {
            throw Refusal.tooManyRequests(limit: limit, retryAfter: wait).answer
        }
    }
}

extension NotificationGroup? {
    var noun: String { self == .announcements ? "announcement" : "notification" }
}
