// What channel is to be made: the body of POST push/channels.

public import BaliseJSON

/// What channel is to be made: the body of POST push/channels.
public struct CreateBroadcastChannelRequest: JSONConvertible, Hashable {
    /// The bundle id of the app; nil for the configured one.
    public var bundleId: String?
    /// The environment of APNs; nil for that of apps from the store.
    public var environment: PushTokenEnvironment?
    /// Whether Apple keeps the latest push for push devices that are away; nil for no. It can send less often then.
    public var storesLatest: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(bundleId: String? = nil, environment: PushTokenEnvironment? = nil, storesLatest: Bool? = nil) {
        self.bundleId = bundleId
        self.environment = environment
        self.storesLatest = storesLatest
    }
}

extension CreateBroadcastChannelRequest: JSONBounded {
    public static let bounds: [TextBound<CreateBroadcastChannelRequest>] = [
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId }
    ]
}
