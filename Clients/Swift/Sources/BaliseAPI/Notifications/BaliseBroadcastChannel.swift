public import BaliseJSON

/// A broadcast channel for Live Activities: the answer of POST and the body of DELETE push/channels, the former in an
/// envelope.
public struct BaliseBroadcastChannel: JSONConvertible, Hashable {
    /// Apple's id of the channel. It is a secret: it is enough to send to the channel.
    public var channel: String
    /// The bundle id of the app; nil for the configured one.
    public var bundleId: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?

    /// Makes a body of these members; nil leaves one out.
    public init(channel: String, bundleId: String? = nil, environment: PushEnvironment? = nil) {
        self.channel = channel
        self.bundleId = bundleId
        self.environment = environment
    }

    /// The allowed number of characters of a channel's id.
    public static let channelLengths = 1...256
}

extension BaliseBroadcastChannel: JSONBounded {
    public static let bounds: [TextBound<BaliseBroadcastChannel>] = [
        TextBound(CodingKeys.channel, channelLengths) { $0.channel },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}
