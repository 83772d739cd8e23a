/// Sends an event of a Live Activity, once and now; when this is answered, Apple has accepted it. Errors: `invalidRequest` for
/// invalid content or another push type, and for Apple's refusals; `forbidden` as for creating a channel; `notFound`;
/// `rateLimited` above the key's rate limit; `unavailable` when Apple does not answer: it may have been sent.
public struct SendBroadcast: RequestFromEdge {
    public static let serviceCode = ServiceCode(.push, 124)

    public struct Reply: Codable, Sendable {
        /// Apple's id, for questions to Apple.
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
