public import BaliseJSON

/// A channel for Live Activities: the answer of POST push/channels in an envelope, and the body of DELETE.
public struct BaliseBroadcastChannel: JSONBounded, Hashable {
    /// Apple's id of the channel. It is a secret: whoever knows it can send to the channel.
    public var channel: String
    /// The bundle id of the app; nil for the configured app.
    public var bundleId: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?

    public init(channel: String, bundleId: String? = nil, environment: PushEnvironment? = nil) {
        (self.channel, self.bundleId, self.environment) = (channel, bundleId, environment)
    }

    /// The allowed number of characters of a channel's id.
    public static let channelLengths = 1...256

    public static let bounds: [TextBound<BaliseBroadcastChannel>] = [
        TextBound(CodingKeys.channel, channelLengths) { $0.channel },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}

/// The channels of an app in one APNs environment: the answer of GET push/channels in an envelope.
public struct BroadcastChannelList: JSONConvertible, Hashable {
    /// The channels, in Apple's order.
    public var channels: [BaliseBroadcastChannel]

    public init(channels: [BaliseBroadcastChannel]) { self.channels = channels }
}

/// The settings of a new channel: the body of POST push/channels.
public struct CreateBroadcastChannelRequest: JSONBounded, Hashable {
    /// The bundle id of the app; nil for the configured app.
    public var bundleId: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// Whether Apple stores the latest push for offline devices, for which it allows fewer pushes; nil means false.
    public var storesLatest: Bool?

    public init(bundleId: String? = nil, environment: PushEnvironment? = nil, storesLatest: Bool? = nil) {
        (self.bundleId, self.environment, self.storesLatest) = (bundleId, environment, storesLatest)
    }

    public static let bounds: [TextBound<CreateBroadcastChannelRequest>] = [
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId }
    ]
}

/// A push to every subscriber of a channel: the body of POST push/channels/broadcasts.
public struct SendBroadcastRequest: JSONBounded, Hashable {
    /// Apple's id of the channel.
    public var channel: String
    /// The bundle id of the app; nil for the configured app.
    public var bundleId: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// The update or the end of a Live Activity.
    public var content: NotificationContent

    public init(
        channel: String, bundleId: String? = nil, environment: PushEnvironment? = nil, content: NotificationContent
    ) {
        (self.channel, self.bundleId) = (channel, bundleId)
        (self.environment, self.content) = (environment, content)
    }

    private enum CodingKeys: CodingKey { case channel, bundleId, environment, content }

    public static let bounds: [TextBound<SendBroadcastRequest>] = [
        TextBound(CodingKeys.channel, BaliseBroadcastChannel.channelLengths) { $0.channel },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}

/// The answer of POST push/channels/broadcasts in an envelope: Apple has accepted the push.
public struct SentBroadcast: JSONConvertible, Hashable {
    /// Apple's id of the push, to ask Apple about it; nil if Apple sent no id.
    public var id: String?

    public init(id: String? = nil) { self.id = id }
}
