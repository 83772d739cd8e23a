public import BaliseAPI

extension BaliseClient {
    /// Calls about the publisher's announcements. They need `BaliseConfiguration.apiKey`.
    public var announcements: AnnouncementsAPI { AnnouncementsAPI(caller: caller, pause: configuration.pause) }
}

/// Sends announcements and follows their delivery. Every call may throw any `BaliseError`. Use these calls only in the
/// publisher's own back office. Never put the API key into an app: every user of the app could read it.
public struct AnnouncementsAPI: Sendable {
    /// The largest number of announcements on one page.
    public static let largestPage = 100

    let caller: APICaller
    let pause: any BaliseSleeper

    /// Sends an announcement. Returns before any user is notified; follow the delivery with ``updates(of:)``.
    /// - Parameter idempotencyKey: 1 to 255 bytes. If an answer was lost, repeat the call with the same key: no user is
    ///   then notified twice. The same key with another announcement fails with `conflict`.
    public func announce(
        _ announcement: AnnounceRequest, idempotencyKey: String
    ) async throws(BaliseError) -> PublishedAnnouncement {
        try await caller.call(AppCalls.announce, body: announcement, idempotencyKey: idempotencyKey).data
    }

    /// Counts the users whom the announcement would reach, and sends nothing. A publisher may make 20 of these calls a
    /// day for one area. Each count has a random error, so that it reveals nothing about a single user.
    public func count(_ announcement: AnnounceRequest) async throws(BaliseError) -> AnnouncementDryRun {
        try await caller.call(AppCalls.countAudience, query: [("dryRun", "true")], body: announcement).data
    }

    /// Shows the exact bytes that each push provider would get, by language. Nothing is sent. Content that is too large
    /// fails with `invalidRequest`, which names its size and language.
    public func preview(_ content: NotificationContent) async throws(BaliseError) -> [PreviewedNotification] {
        try await caller.call(AppCalls.previewNotification, body: PreviewNotificationRequest(content: content))
            .data.previews
    }

    /// Creates a broadcast channel for Live Activities. Only Apple stores it: keep the result.
    public func createChannel(
        _ channel: CreateBroadcastChannelRequest = CreateBroadcastChannelRequest()
    ) async throws(BaliseError) -> BaliseBroadcastChannel {
        try await caller.call(AppCalls.createBroadcastChannel, body: channel).data
    }

    /// Returns every channel of an app, whichever publisher created it. The API key needs an operator's scope.
    /// - Parameter bundleId: The app's bundle id; nil for the configured app.
    /// - Parameter environment: The APNs environment; nil for production, which App Store builds use.
    public func channels(
        of bundleId: String? = nil, in environment: PushEnvironment? = nil
    ) async throws(BaliseError) -> [BaliseBroadcastChannel] {
        let query: [(String, String?)] = [("bundleId", bundleId), ("environment", environment?.rawValue)]
        return try await caller.call(AppCalls.listBroadcastChannels, query: query).data.channels
    }

    /// Deletes a broadcast channel at Apple.
    public func delete(_ channel: BaliseBroadcastChannel) async throws(BaliseError) {
        _ = try await caller.call(AppCalls.deleteBroadcastChannel, body: channel)
    }

    /// Sends the update or the end of a Live Activity to a channel's subscribers. Returns once Apple has accepted it.
    public func send(
        _ content: NotificationContent, over channel: BaliseBroadcastChannel
    ) async throws(BaliseError) -> SentBroadcast {
        try await caller.call(
            AppCalls.sendBroadcast,
            body: SendBroadcastRequest(
                channel: channel.channel, bundleId: channel.bundleId, environment: channel.environment,
                content: content)
        ).data
    }

    /// Returns a page of announcements, at most `limit` (1 to 100), the latest first.
    /// - Parameter id: The `id` of the last announcement on the previous page; nil for the first page.
    public func page(before id: String? = nil, limit: Int = 20) async throws(BaliseError) -> AnnouncementPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) announcements, not \(limit)")
        }
        return try await caller.call(AppCalls.listAnnouncements, query: [("limit", String(limit)), ("before", id)]).data
    }

    /// Returns an announcement with its delivery counts.
    /// - Parameter id: The announcement's id, or the publisher's own id of its subject.
    public func announcement(_ id: String) async throws(BaliseError) -> PublishedAnnouncement {
        try await caller.call(AppCalls.getAnnouncement, at: id).data
    }

    /// Returns the states of an announcement, from the current one until all deliveries have ended or it is cancelled.
    public func updates(of id: String) -> AnnouncementUpdates {
        AnnouncementUpdates(announcements: self, id: id, pause: pause)
    }

    /// Cancels an announcement. Deliveries that have not been sent yet are dropped.
    @discardableResult
    public func cancel(_ id: String) async throws(BaliseError) -> PublishedAnnouncement {
        try await caller.call(AppCalls.cancelAnnouncement, at: id).data
    }

    /// Returns the reason why a user was or was not notified of an announcement. The API key needs the scope `support`,
    /// and the user sees that a publisher asked.
    /// - Parameter id: The announcement's id, or the publisher's own id of its subject.
    /// - Parameter account: The user's account. An unknown account has the reason `unknownAccount`.
    public func explain(_ id: String, to account: String) async throws(BaliseError) -> AnnouncementRecipient {
        try await caller.call(AppCalls.explainRecipient, at: id, account).data
    }
}
