// The calls of a publisher who sends notifications of any kind.

public import BaliseAPI

extension BaliseClient {
    /// What a publisher sends. The calls need `BaliseConfiguration.apiKey`.
    public var notifications: NotificationsAPI { NotificationsAPI(caller: caller, configuration: configuration) }
}

/// Sends notifications of any kind, and shows what became of them. Every call may throw any `BaliseError`.
///
/// This is for the publisher's own programs. An app has no key, for whoever has the app would have it too.
public struct NotificationsAPI: Sendable {
    /// The most notifications of one page.
    public static let largestPage = 20

    let caller: APICaller
    let configuration: BaliseConfiguration

    /// Sends a notification. The answer is there before anybody is told.
    ///
    /// - Parameters:
    ///   - notification: What people are told, and who of them.
    ///   - idempotencyKey: By which the server knows the same notification again, 1 to 255 bytes.
    public func send(
        _ notification: SendNotificationRequest, idempotencyKey: String
    ) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.sendNotification, body: notification, idempotencyKey: idempotencyKey).data
    }

    /// Counts who would be told, and sends nothing. A publisher has 20 of these calls a day around one place, and 20 that
    /// depend on no place.
    public func count(_ notification: SendNotificationRequest) async throws(BaliseError) -> AnnouncementDryRun {
        try await caller.call(AppCalls.countNotificationAudience, query: [("dryRun", "true")], body: notification).data
    }

    /// A page of what was sent, the latest first.
    ///
    /// - Parameters:
    ///   - id: The `id` of the last one of the page before; nil for the first page.
    ///   - limit: How many at most, 1 to 20.
    ///   - state: How far they have come; nil for however far.
    public func page(
        before id: String? = nil, limit: Int = 20, in state: AnnouncementProgress? = nil
    ) async throws(BaliseError) -> NotificationPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) notifications, not \(limit)")
        }
        var query = [("limit", String(limit))]
        if let id { query.append(("before", id)) }
        if let state { query.append(("state", state.rawValue)) }
        return try await caller.call(AppCalls.listNotifications, query: query).data
    }

    /// A notification with its delivery counts.
    public func notification(_ id: String) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.getNotification, at: id).data
    }

    /// Puts another notification in the place of one that has not begun; without a `startsAt` that begins at once. What has
    /// begun is answered with `conflict`.
    @discardableResult
    public func change(
        _ id: String, to notification: SendNotificationRequest
    ) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.changeNotification, at: id, body: notification).data
    }

    /// What became of the deliveries of a notification: for a publisher the pushes that were sent, by provider and language,
    /// as far as these are told; for a key with an operator's scope each delivery. It needs a transport that gives streams.
    public func results(of id: String) -> DeliveryResults {
        DeliveryResults { [caller] () async throws(BaliseError) in
            var request = APIRequest(AppCalls.getResults, [try pathSegment(id)])
            request.headers["Accept"] = "application/x-ndjson"
            return try await caller.open(request, as: CredentialUse(AppCalls.getResults.audience))
        }
    }

    /// A notification as it stands, and each later state of its counts, until it is done. It needs a transport that gives
    /// streams.
    public func updates(of id: String) -> NotificationUpdates {
        NotificationUpdates(
            open: { [caller] (lastEventID) async throws(BaliseError) in
                let request = APIRequest(AppCalls.streamNotification, [try pathSegment(id)]).after(lastEventID)
                return try await caller.open(request, as: CredentialUse(AppCalls.streamNotification.audience))
            }, pause: configuration.pause)
    }

    /// Takes a notification back. What was not sent yet is not sent.
    @discardableResult
    public func cancel(_ id: String) async throws(BaliseError) -> PublishedNotification {
        try await caller.call(AppCalls.cancelNotification, at: id).data
    }

    /// Why somebody was told of a notification, or was not. This needs a key with the scope `support`, and the person sees
    /// that it was asked.
    public func explain(_ id: String, to account: String) async throws(BaliseError) -> AnnouncementRecipient {
        try await caller.call(AppCalls.explainNotification, at: id, account).data
    }

    /// Adds accounts to a topic to which people do not subscribe themselves, and takes others out of it; together at most
    /// 1,000. It does not say which of them there are.
    public func changeMembers(
        of topic: String, adding added: [String] = [], removing removed: [String] = []
    ) async throws(BaliseError) {
        try await caller.send(
            AppCalls.changeTopicMembers, at: topic, body: ChangeTopicMembersRequest(add: added, remove: removed))
    }

    /// Gives accounts tags and takes others from them; at most 1,000 accounts. It does not say which of them there are.
    public func changeTags(
        of accounts: [String], adding added: [String] = [], removing removed: [String] = []
    ) async throws(BaliseError) {
        try await caller.send(
            AppCalls.changeTags, body: ChangeTagsRequest(accounts: accounts, add: added, remove: removed))
    }
}
