// A channel over which APNs brings Live Activities to everybody who follows it.

/// A channel of an app in one of APNs' environments. Which push devices follow it only Apple knows.
public struct BroadcastChannel: Codable, Hashable, Sendable {
    /// As Apple calls it: base64. Whoever knows it may send to it.
    public var id: String
    /// The bundle id of the app; nil for the configured one.
    public var topic: String?
    public var environment: PushEnvironment

    enum CodingKeys: Int, CodingKey { case id = 0, topic, environment }

    public init(id: String, topic: String? = nil, environment: PushEnvironment) {
        self.id = id
        self.topic = topic
        self.environment = environment
    }
}
