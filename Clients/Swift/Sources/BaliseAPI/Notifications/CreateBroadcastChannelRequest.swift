public import BaliseJSON

/// The wanted channel: the body of POST push/channels.
public struct CreateBroadcastChannelRequest: JSONConvertible, Hashable {
    /// The bundle id of the app; nil for the configured one.
    public var bundleId: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// Whether Apple stores the latest push for offline devices, which then allows fewer pushes; nil for no.
    public var storesLatest: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(bundleId: String? = nil, environment: PushEnvironment? = nil, storesLatest: Bool? = nil) {
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
