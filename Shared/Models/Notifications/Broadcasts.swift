/// A channel for Live Activities of an app, in one APNs environment. Only Apple knows its subscribers.
public struct BroadcastChannel: Codable, Hashable, Sendable {
    /// Apple's id of the channel, in base64. It is a secret: it is enough to send to the channel.
    public var id: String
    /// The app's bundle id; nil for the app in the settings.
    public var topic: String?
    public var environment: PushEnvironment

    enum CodingKeys: Int, CodingKey { case id = 0, topic, environment }

    public init(id: String, topic: String? = nil, environment: PushEnvironment) {
        (self.id, self.topic, self.environment) = (id, topic, environment)
    }
}

/// Creates a channel at APNs, which allows an app 10,000 in each environment. Errors: `invalidRequest` for an app that
/// is not configured, and for Apple's refusals; `forbidden` for a key that is limited to kinds or topics, because a
/// channel has neither; `rateLimited` above the key's rate limit, in which a channel counts as one notification;
/// `unavailable` when Apple does not answer.
public struct CreateBroadcastChannel: RequestFromEdge {
    public typealias Reply = BroadcastChannel
    public static let serviceCode = ServiceCode(.push, 122)

    /// The app's bundle id; nil for the app in the settings.
    public var topic: String?
    public var environment: PushEnvironment
    /// Whether Apple stores the latest event for offline devices. Apple then allows fewer events.
    public var storesLatest: Bool
    public var limits: PublishingLimits?
    /// The calling API key, whose rate limit counts the channel.
    public var apiKey: APIKeyID

    enum CodingKeys: Int, CodingKey { case topic = 0, environment, storesLatest, limits, apiKey }

    public init(
        topic: String? = nil, environment: PushEnvironment, storesLatest: Bool, limits: PublishingLimits? = nil,
        apiKey: APIKeyID
    ) {
        (self.limits, self.apiKey, self.topic) = (limits, apiKey, topic)
        (self.environment, self.storesLatest) = (environment, storesLatest)
    }
}

/// Deletes a channel at APNs. Errors: `notFound` for an unknown channel; `invalidRequest`, `forbidden` and
/// `unavailable` as for `CreateBroadcastChannel`.
public struct DeleteBroadcastChannel: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 123)

    public var channel: BroadcastChannel
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case channel = 0, limits }

    public init(channel: BroadcastChannel, limits: PublishingLimits? = nil) {
        (self.limits, self.channel) = (limits, channel)
    }
}

/// Lists an app's channels in one environment, as Apple reports them. Errors: `invalidRequest` and `unavailable` as for
/// `CreateBroadcastChannel`.
public struct ListBroadcastChannels: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 125)

    /// The app's bundle id; nil for the app in the settings.
    public var topic: String?
    public var environment: PushEnvironment

    enum CodingKeys: Int, CodingKey { case topic = 0, environment }

    public init(topic: String? = nil, environment: PushEnvironment) {
        (self.topic, self.environment) = (topic, environment)
    }

    public struct Reply: Codable, Sendable {
        public var channels: [String]

        enum CodingKeys: Int, CodingKey { case channels = 0 }

        public init(channels: [String]) { self.channels = channels }
    }
}

/// Sends an event of a Live Activity once, at this moment. When this is answered, Apple has accepted the event. Errors:
/// `invalidRequest` for invalid content or another push type, and for Apple's refusals; `forbidden` as for
/// `CreateBroadcastChannel`; `notFound`; `rateLimited` above the key's rate limit; `unavailable` when Apple does not
/// answer, although it may have sent the event.
public struct SendBroadcast: RequestFromEdge {
    public static let serviceCode = ServiceCode(.push, 124)

    public struct Reply: Codable, Sendable {
        /// Apple's id of the event, to ask Apple about it; nil if Apple sent no id.
        public var id: String?

        enum CodingKeys: Int, CodingKey { case id = 0 }

        public init(id: String? = nil) { self.id = id }
    }

    public var channel: BroadcastChannel
    public var content: NotificationContent
    public var apiKey: APIKeyID
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case channel = 0, content, apiKey, limits }

    public init(
        channel: BroadcastChannel, content: NotificationContent, apiKey: APIKeyID, limits: PublishingLimits? = nil
    ) {
        (self.apiKey, self.limits, self.channel, self.content) = (apiKey, limits, channel, content)
    }
}
