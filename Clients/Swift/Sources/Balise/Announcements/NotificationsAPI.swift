public import BaliseAPI

extension BaliseClient {
    /// Calls about the publisher's notifications. They need `BaliseConfiguration.apiKey`.
    public var notifications: NotificationsAPI { NotificationsAPI(caller: caller, configuration: configuration) }
}

/// Sends notifications of any kind and follows their delivery. Every call may throw any `BaliseError`. Use these calls
/// only in the publisher's own programs. Never put the API key into an app: every user of the app could read it.
public struct NotificationsAPI: Sendable {
    /// The largest number of notifications on one page.
    public static let largestPage = 20

    let caller: APICaller
    let configuration: BaliseConfiguration

    /// Sends a notification. The call returns before any user is notified.
    /// - Parameter idempotencyKey: 1 to 255 bytes. The server recognises a repeated call by this key and sends only
    ///   once.
    public func send(
        _ notification: SendNotificationRequest, idempotencyKey: String
    ) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.sendNotification, body: notification, idempotencyKey: idempotencyKey).data
    }

    /// Counts the users whom the notification would reach, and sends nothing. A publisher may make 20 of these calls a
    /// day for one area, and 20 for audiences without a place.
    public func count(_ notification: SendNotificationRequest) async throws(BaliseError) -> AnnouncementDryRun {
        try await caller.call(AppCalls.countNotificationAudience, query: [("dryRun", "true")], body: notification).data
    }

    /// Returns a page of notifications, at most `limit` (1 to 20), the latest first.
    /// - Parameter id: The `id` of the last notification on the previous page; nil for the first page.
    /// - Parameter state: The state that all returned notifications have; nil for every state.
    public func page(
        before id: String? = nil, limit: Int = 20, in state: NotificationState? = nil
    ) async throws(BaliseError) -> NotificationPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) notifications, not \(limit)")
        }
        let query: [(String, String?)] = [("limit", String(limit)), ("before", id), ("state", state?.rawValue)]
        return try await caller.call(AppCalls.listNotifications, query: query).data
    }

    /// Returns a notification with its delivery counts.
    public func notification(_ id: String) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.getNotification, at: id).data
    }

    /// Replaces a notification. Fails with `conflict` if its sending has begun. Without a `startsAt` the new
    /// notification begins at once.
    @discardableResult
    public func change(
        _ id: String, to notification: SendNotificationRequest
    ) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.changeNotification, at: id, body: notification).data
    }

    /// Streams the delivery results of a notification. A publisher's key gets the numbers of sent pushes by provider
    /// and language, as far as the publisher may see them; a key with an operator's scope gets each delivery. The
    /// configured transport must be a `BaliseStreamingTransport`.
    public func results(of id: String) -> DeliveryResults {
        DeliveryResults { [caller] () async throws(BaliseError) in
            var request = APIRequest(AppCalls.getResults, [try pathSegment(id)])
            request.headers["Accept"] = "application/x-ndjson"
            return try await caller.open(request, as: AppCalls.getResults.audience)
        }
    }

    /// Follows a notification: returns its current state and each later state of its counts, until the notification is
    /// done. The configured transport must be a `BaliseStreamingTransport`.
    public func updates(of id: String) -> NotificationUpdates {
        NotificationUpdates(
            source: EventSource(configuration) { [caller] (lastEventID) async throws(BaliseError) in
                let request = APIRequest(AppCalls.streamNotification, [try pathSegment(id)]).after(lastEventID)
                return try await caller.open(request, as: AppCalls.streamNotification.audience)
            })
    }

    /// Cancels a notification. Deliveries that have not been sent yet are dropped.
    @discardableResult
    public func cancel(_ id: String) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.cancelNotification, at: id).data
    }

    /// Returns why a user was or was not notified. The key needs the scope `support`; the user sees the question.
    public func explain(_ id: String, to account: String) async throws(BaliseError) -> AnnouncementRecipient {
        try await caller.call(AppCalls.explainNotification, at: id, account).data
    }

    /// Adds accounts to a topic that users cannot subscribe to themselves, and removes others; at most 1,000 accounts
    /// in one call. The answer does not reveal which accounts exist.
    public func changeMembers(
        of topic: String, adding added: [String] = [], removing removed: [String] = []
    ) async throws(BaliseError) {
        try await caller.send(
            AppCalls.changeTopicMembers, at: topic, body: ChangeTopicMembersRequest(add: added, remove: removed))
    }

    /// Adds tags to accounts and removes others (at most 1,000). The answer does not reveal which accounts exist.
    public func changeTags(
        of accounts: [String], adding added: [String] = [], removing removed: [String] = []
    ) async throws(BaliseError) {
        try await caller.send(
            AppCalls.changeTags, body: ChangeTagsRequest(accounts: accounts, add: added, remove: removed))
    }

    // MARK: Series

    /// Creates or changes a series: a notification that repeats by a rule. A change applies to every occurrence that
    /// has not begun. Each occurrence is a notification of its own, which names its series.
    /// - Parameter name: Your name for the series: 1 to 64 characters of `A-Z a-z 0-9 . _ : -`.
    @discardableResult
    public func set(_ name: String, to series: SetSeriesRequest) async throws(BaliseError) -> PublishedSeries {
        try await caller.call(AppCalls.setSeries, at: name, body: series).data
    }

    /// Returns a series and the time of its next occurrence.
    public func series(_ name: String) async throws(BaliseError) -> PublishedSeries {
        try await caller.call(AppCalls.getSeries, at: name).data
    }

    /// Returns a page of series, at most `limit` (1 to 20), sorted by name.
    /// - Parameter name: The name of the last series on the previous page; nil for the first page.
    public func seriesPage(after name: String? = nil, limit: Int = 20) async throws(BaliseError) -> SeriesPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) series, not \(limit)")
        }
        return try await caller.call(AppCalls.listSeries, query: [("limit", String(limit)), ("after", name)]).data
    }

    /// Ends a series. An occurrence that has begun continues; cancel it by its id.
    public func endSeries(_ name: String) async throws(BaliseError) {
        try await caller.send(AppCalls.endSeries, at: name)
    }
}
