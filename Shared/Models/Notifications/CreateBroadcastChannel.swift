/// Creates a channel at APNs, which allows an app 10,000 in each environment. Errors: `invalidRequest` for an app that is not
/// configured, and for Apple's refusals; `forbidden` for a key that is limited to kinds or topics, because a channel has
/// neither; `rateLimited` above the key's rate limit, in which a channel counts as one notification; `unavailable` when Apple
/// does not answer.
public struct CreateBroadcastChannel: RequestFromEdge {
    public typealias Reply = BroadcastChannel
    public static let serviceCode = ServiceCode(.push, 122)

    /// The bundle id; nil for the configured one.
    public var topic: String?
    public var environment: PushEnvironment
    /// For offline devices. Such a channel can send less often.
    public var storesLatest: Bool
    public var limits: PublishingLimits?
    /// The calling key, for its rate limit.
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
