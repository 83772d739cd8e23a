public import BaliseJSON

/// A push to every subscriber of a channel: the body of POST push/channels/broadcasts.
public struct SendBroadcastRequest: JSONConvertible, Hashable {
    /// Apple's id of the channel.
    public var channel: String
    /// The bundle id of the app; nil for the configured one.
    public var bundleId: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// The update or the end of a Live Activity.
    public var content: NotificationContent

    /// Makes a body of these members; nil leaves one out.
    public init(
        channel: String, bundleId: String? = nil, environment: PushEnvironment? = nil,
        content: NotificationContent
    ) {
        self.channel = channel
        self.bundleId = bundleId
        self.environment = environment
        self.content = content
    }

    private enum CodingKeys: CodingKey {
        case channel, bundleId, environment, content
    }
}

extension SendBroadcastRequest: JSONBounded {
    public static let bounds: [TextBound<SendBroadcastRequest>] = [
        TextBound(CodingKeys.channel, BaliseBroadcastChannel.channelLengths) { $0.channel },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}
