// The calls of a publisher, who announces offers, events and professionals.

public import BaliseAPI

extension BaliseClient {
    /// What a publisher announces. The calls need `BaliseConfiguration.apiKey`.
    public var announcements: AnnouncementsAPI {
        AnnouncementsAPI(caller: caller, pause: configuration.pause)
    }
}

/// Announces things, and shows what became of that. Every call may throw any `BaliseError`.
///
/// This is for the publisher's own back office. An app has no key, for whoever has the app would have it too.
public struct AnnouncementsAPI: Sendable {
    /// The most announcements of one page.
    public static let largestPage = 100

    let caller: APICaller
    let pause: any BaliseSleeper

    /// Announces something. The answer is there before anybody is told; ``updates(of:)`` follows that.
    ///
    /// - Parameters:
    ///   - announcement: What people are told, and who of them.
    ///   - idempotencyKey: By which the server knows the same announcement again, 1 to 255 bytes: a call whose
    ///     answer was lost is made again with the same one, and nobody is told twice. With another announcement it is
    ///     the refusal `conflict`.
    public func announce(
        _ announcement: AnnounceRequest, idempotencyKey: String
    ) async throws(BaliseError) -> PublishedAnnouncement {
        try await caller.call(AppCalls.announce, body: announcement, idempotencyKey: idempotencyKey).data
    }

    /// Counts who would be told, and sends nothing. A publisher has 20 of these calls a day around one place. Each
    /// answer has a random error, so that it says nothing of one person.
    public func count(_ announcement: AnnounceRequest) async throws(BaliseError) -> AnnouncementDryRun {
        try await caller.call(AppCalls.countAudience, query: [("dryRun", "true")], body: announcement).data
    }

    /// Shows what push devices would be sent with a notification: the very bytes for each language and each way to them.
    /// Nothing is sent. A content that is too large is the refusal `invalidRequest`, with its size and its language.
    public func preview(_ content: BaliseNotificationContent) async throws(BaliseError) -> [PreviewedNotification] {
        try await caller.call(AppCalls.previewNotification, body: PreviewNotificationRequest(content: content))
            .data.previews
    }

    /// Makes a channel for Live Activities that many follow. It is kept by Apple alone: keep what this gives.
    public func createChannel(
        _ channel: CreateBroadcastChannelRequest = CreateBroadcastChannelRequest()
    ) async throws(BaliseError) -> BaliseBroadcastChannel {
        try await caller.call(AppCalls.createBroadcastChannel, body: channel).data
    }

    /// The channels of an app, those of all publishers; for a key with an operator's scope.
    ///
    /// - Parameters:
    ///   - bundleId: Nil for the configured app.
    ///   - environment: Nil for that of apps from the store.
    public func channels(
        of bundleId: String? = nil, in environment: PushTokenEnvironment? = nil
    ) async throws(BaliseError) -> [BaliseBroadcastChannel] {
        var query: [(String, String)] = []
        if let bundleId { query.append(("bundleId", bundleId)) }
        if let environment { query.append(("environment", environment.rawValue)) }
        return try await caller.call(AppCalls.listBroadcastChannels, query: query).data.channels
    }

    /// Deletes a channel.
    public func delete(_ channel: BaliseBroadcastChannel) async throws(BaliseError) {
        _ = try await caller.call(AppCalls.deleteBroadcastChannel, body: channel)
    }

    /// Sends the update or the end of a Live Activity to everybody who follows a channel. Apple has taken it when this
    /// returns.
    public func send(
        _ content: BaliseNotificationContent, over channel: BaliseBroadcastChannel
    ) async throws(BaliseError) -> SentBroadcast {
        try await caller.call(
            AppCalls.sendBroadcast,
            body: SendBroadcastRequest(
                channel: channel.channel, bundleId: channel.bundleId, environment: channel.environment,
                content: content)
        ).data
    }

    /// A page of what was announced, the latest first.
    ///
    /// - Parameters:
    ///   - id: The `id` of the last one of the page before; nil for the first page.
    ///   - limit: How many at most, 1 to 100.
    public func page(before id: String? = nil, limit: Int = 20) async throws(BaliseError) -> AnnouncementPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) announcements, not \(limit)")
        }
        var query = [("limit", String(limit))]
        if let id { query.append(("before", id)) }
        return try await caller.call(AppCalls.listAnnouncements, query: query).data
    }

    /// An announcement with its delivery counts.
    ///
    /// - Parameter id: The announcement's own, or its publisher's for what it is about.
    public func announcement(_ id: String) async throws(BaliseError) -> PublishedAnnouncement {
        try await caller.call(AppCalls.getAnnouncement, at: id).data
    }

    /// Follows an announcement until every delivery has come to its end, or it was taken back.
    public func updates(of id: String) -> AnnouncementUpdates {
        AnnouncementUpdates(announcements: self, id: id, pause: pause)
    }

    /// Takes an announcement back. What was not sent yet is not sent.
    @discardableResult
    public func cancel(_ id: String) async throws(BaliseError) -> PublishedAnnouncement {
        try await caller.call(AppCalls.cancelAnnouncement, at: id).data
    }

    /// Why somebody was told of an announcement, or was not. This needs a key with the scope `support`, and the person
    /// sees that it was asked.
    ///
    /// - Parameters:
    ///   - id: The announcement's own, or its publisher's for what it is about.
    ///   - account: The account's id. One that there is not has the reason `unknownAccount`.
    public func explain(_ id: String, to account: String) async throws(BaliseError) -> AnnouncementRecipient {
        try await caller.call(AppCalls.explainRecipient, at: id, account).data
    }
}
