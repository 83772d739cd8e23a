// A publisher wants a channel for Live Activities that many follow.

/// Makes a channel at APNs. An app may have 10,000 in each of APNs' environments.
///
/// Errors: `invalidRequest` for an app that is not configured, and for what Apple refuses; `forbidden` for a key that is
/// limited to kinds or topics, since what goes over a channel is of none; `rateLimited` for more in a minute than the key
/// may send, of which each channel counts as one; `unavailable` when Apple does not answer.
public struct CreateBroadcastChannel: RequestFromEdge {
    public typealias Reply = BroadcastChannel
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 122)

    /// The bundle id of the app; nil for the configured one.
    public var topic: String?
    public var environment: PushEnvironment
    /// Whether Apple keeps the latest push for push devices that are away. It can send less often then.
    public var storesLatest: Bool
    /// Nil for a key without limits.
    public var limits: PublishingLimits?
    /// The key that is shown, by which what it sends in a minute is counted.
    public var apiKey: APIKeyID

    enum CodingKeys: Int, CodingKey { case topic = 0, environment, storesLatest, limits, apiKey }

    public init(
        topic: String? = nil, environment: PushEnvironment, storesLatest: Bool, limits: PublishingLimits? = nil,
        apiKey: APIKeyID
    ) {
        self.limits = limits
        self.apiKey = apiKey
        self.topic = topic
        self.environment = environment
        self.storesLatest = storesLatest
    }
}
