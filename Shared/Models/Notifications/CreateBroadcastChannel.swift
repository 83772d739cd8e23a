/// Creates a channel at APNs. An app may have 10,000 in each APNs environment.
///
/// Errors: `invalidRequest` for an app that is not configured, and for Apple's refusals; `forbidden` for a key that is
/// limited to kinds or topics, because a channel has neither; `rateLimited` above the key's rate limit, in which each
/// channel counts as one notification; `unavailable` when Apple does not answer.
public struct CreateBroadcastChannel: RequestFromEdge {
    public typealias Reply = BroadcastChannel
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 122)

    /// The bundle id of the app; nil for the configured one.
    public var topic: String?
    public var environment: PushEnvironment
    /// Whether Apple stores the latest push for offline devices. A channel with storage can send less often.
    public var storesLatest: Bool
    /// Nil for a key without limits.
    public var limits: PublishingLimits?
    /// The calling key, for its rate limit.
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
