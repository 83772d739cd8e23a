// A publisher sends a Live Activity to everybody who follows a channel.

/// Sends what becomes of a Live Activity over a channel, once and now: Apple has taken it when this is answered.
///
/// Errors: `invalidRequest` for a content out of its rules or of another push type, and for what Apple refuses;
/// `forbidden` as for making a channel; `notFound` for a channel that Apple does not know; `rateLimited` for more in a
/// minute than the key may send; `unavailable` when Apple does not answer, and then it may have been sent.
public struct SendBroadcast: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 124)

    /// What Apple calls it.
    public struct Reply: Codable, Sendable {
        /// For questions to Apple.
        public var id: String?

        enum CodingKeys: Int, CodingKey { case id = 0 }

        public init(id: String? = nil) {
            self.id = id
        }
    }

    public var channel: BroadcastChannel
    public var content: NotificationContent
    /// The key that is shown, by which what it sends in a minute is counted.
    public var apiKey: APIKeyID
    /// Nil for a key without limits.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case channel = 0, content, apiKey, limits }

    public init(
        channel: BroadcastChannel, content: NotificationContent, apiKey: APIKeyID, limits: PublishingLimits? = nil
    ) {
        self.apiKey = apiKey
        self.limits = limits
        self.channel = channel
        self.content = content
    }
}
