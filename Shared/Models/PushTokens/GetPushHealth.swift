/// Reads the results of pushes since the start of the service, by app and credential. They are counted in memory; the
/// queue and the metrics contain the longer history.
public struct GetPushHealth: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 161)

    public init() {}

    public struct Reply: Codable, Sendable {
        public var since: UnixTime
        /// Apps with at least one push, sorted by channel and name.
        public var apps: [PushAppHealth]
        /// The obstacles that prevent sending now.
        public var problems: [String]

        enum CodingKeys: Int, CodingKey { case since = 0, apps, problems }

        public init(since: UnixTime, apps: [PushAppHealth], problems: [String]) {
            (self.since, self.apps, self.problems) = (since, apps, problems)
        }
    }
}

/// The results of one app's pushes with one credential, counted in memory since the start of the push service.
public struct PushAppHealth: Codable, Hashable, Sendable {
    public var provider: PushProvider
    public var environment: PushEnvironment
    /// The app's bundle id; nil if the settings name none, and for FCM.
    public var topic: String?
    /// The credential's name in the settings; nil for the common credential of apps without their own.
    public var credential: String?
    public var sent: Int
    /// The number of tokens that the provider reported as invalid.
    public var gone: Int
    /// The refused pushes by reason, the most frequent first.
    public var refusals: [Refusal]
    public var lastSentAt: UnixTime?
    public var lastError: PushFailure?

    enum CodingKeys: Int, CodingKey {
        case provider = 0, environment, topic, credential, sent, gone, refusals, lastSentAt, lastError
    }

    public init(
        provider: PushProvider, environment: PushEnvironment, topic: String? = nil, credential: String? = nil,
        sent: Int = 0, gone: Int = 0, refusals: [Refusal] = [], lastSentAt: UnixTime? = nil,
        lastError: PushFailure? = nil
    ) {
        (self.provider, self.environment, self.topic) = (provider, environment, topic)
        (self.credential, self.sent, self.gone) = (credential, sent, gone)
        (self.refusals, self.lastSentAt, self.lastError) = (refusals, lastSentAt, lastError)
    }

    public struct Refusal: Codable, Hashable, Sendable {
        public var reason: String
        public var count: Int

        enum CodingKeys: Int, CodingKey { case reason = 0, count }

        public init(reason: String, count: Int) { (self.reason, self.count) = (reason, count) }
    }
}
