/// Lists an app's channels in one environment, as Apple reports them. Errors: `invalidRequest` and `unavailable` as for
/// creating one.
public struct ListBroadcastChannels: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 125)

    /// The bundle id; nil for the configured one.
    public var topic: String?
    public var environment: PushEnvironment

    enum CodingKeys: Int, CodingKey { case topic = 0, environment }

    public init(topic: String? = nil, environment: PushEnvironment) {
        (self.topic, self.environment) = (topic, environment)
    }

    public struct Reply: Codable, Sendable {
        public var channels: [String]

        enum CodingKeys: Int, CodingKey { case channels = 0 }

        public init(channels: [String]) { self.channels = channels }
    }
}
