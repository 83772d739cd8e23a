// A channel for Live Activities that many follow: POST push/channels answers it in an envelope, and it is the body of
// DELETE push/channels.

public import BaliseJSON

/// A channel for Live Activities that many follow. POST push/channels answers it in an envelope, and it is the body of
/// DELETE push/channels.
public struct BaliseBroadcastChannel: JSONConvertible, Hashable {
    /// As Apple calls it. Whoever knows it may send to it.
    public var channel: String
    /// The bundle id of the app; nil for the configured one.
    public var bundleId: String?
    /// The environment of APNs; nil for that of apps from the store.
    public var environment: PushTokenEnvironment?

    /// Makes a body of these members; nil leaves one out.
    public init(channel: String, bundleId: String? = nil, environment: PushTokenEnvironment? = nil) {
        self.channel = channel
        self.bundleId = bundleId
        self.environment = environment
    }

    /// How many characters the name of a channel has.
    public static let channelLengths = 1...256
}

extension BaliseBroadcastChannel: JSONBounded {
    public static let bounds: [TextBound<BaliseBroadcastChannel>] = [
        TextBound(CodingKeys.channel, channelLengths) { $0.channel },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}
