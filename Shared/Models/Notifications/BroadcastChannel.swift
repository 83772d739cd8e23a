/// A channel for Live Activities of an app, in one APNs environment. Only Apple knows its subscribers.
public struct BroadcastChannel: Codable, Hashable, Sendable {
    /// Apple's id in base64. It is a secret: it is enough to send to the channel.
    public var id: String
    /// The bundle id; nil for the configured one.
    public var topic: String?
    public var environment: PushEnvironment

    enum CodingKeys: Int, CodingKey { case id = 0, topic, environment }

    public init(id: String, topic: String? = nil, environment: PushEnvironment) {
        (self.id, self.topic, self.environment) = (id, topic, environment)
    }
}
