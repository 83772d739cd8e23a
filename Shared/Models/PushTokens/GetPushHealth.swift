// An operator asks how pushes fare, by app and credential.

/// Gives what became of pushes since the service began to work, by app and by the credential with which they are sent. It is
/// counted in memory: the queue and the metrics say the rest.
public struct GetPushHealth: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 161)
    public static let isIdempotent = true

    public init() {}

    public struct Reply: Codable, Sendable {
        /// Since when it is counted.
        public var since: UnixTime
        /// Apps for which there was a push, in the order of their channels and names.
        public var apps: [PushAppHealth]
        /// What keeps pushes back now.
        public var problems: [String]

        enum CodingKeys: Int, CodingKey { case since = 0, apps, problems }

        public init(since: UnixTime, apps: [PushAppHealth], problems: [String]) {
            self.since = since
            self.apps = apps
            self.problems = problems
        }
    }
}

/// How the pushes of an app fare that go by one credential.
public struct PushAppHealth: Codable, Hashable, Sendable {
    public var provider: PushProvider
    public var environment: PushEnvironment
    /// The bundle id; nil where none is configured, and for FCM.
    public var topic: String?
    /// What the settings call the credential; nil for the one of all apps.
    public var credential: String?
    /// How many pushes the provider took.
    public var sent: Int
    /// How many tokens the provider said are gone.
    public var gone: Int
    /// How often pushes were not taken, by the reason, the most frequent first.
    public var refusals: [Refusal]
    public var lastSentAt: UnixTime?
    /// The last refusal.
    public var lastError: PushFailure?

    enum CodingKeys: Int, CodingKey {
        case provider = 0, environment, topic, credential, sent, gone, refusals, lastSentAt, lastError
    }

    public init(
        provider: PushProvider, environment: PushEnvironment, topic: String? = nil, credential: String? = nil,
        sent: Int = 0, gone: Int = 0, refusals: [Refusal] = [], lastSentAt: UnixTime? = nil,
        lastError: PushFailure? = nil
    ) {
        self.provider = provider
        self.environment = environment
        self.topic = topic
        self.credential = credential
        self.sent = sent
        self.gone = gone
        self.refusals = refusals
        self.lastSentAt = lastSentAt
        self.lastError = lastError
    }

    /// How often pushes were not taken for one reason.
    public struct Refusal: Codable, Hashable, Sendable {
        /// The provider's word, or a few of ours.
        public var reason: String
        public var count: Int

        enum CodingKeys: Int, CodingKey { case reason = 0, count }

        public init(reason: String, count: Int) {
            self.reason = reason
            self.count = count
        }
    }
}
