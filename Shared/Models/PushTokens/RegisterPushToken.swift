// An app says how its push device is reached.

/// Registers a push token. The same token again makes no second one. A token of another account moves to this one, and
/// deliveries that were queued for the former account are dropped.
///
/// Errors: `invalidRequest` for what cannot be a token, or an unknown platform; `conflict` when the account has too
/// many; `accountGone`.
public struct RegisterPushToken: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 1)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// The token as it is kept.
    public struct Reply: Codable, Sendable {
        public var token: PushToken
        /// False when this account had it before.
        public var isNew: Bool

        enum CodingKeys: Int, CodingKey { case token = 0, isNew }

        public init(token: PushToken, isNew: Bool) {
            self.token = token
            self.isNew = isNew
        }
    }

    public var account: AccountID
    /// The token is removed when this session ends.
    public var session: SessionID
    /// As the provider gave it to the app: 4 to 4,096 bytes.
    public var token: SecretText
    /// Nil when the app does not say; the form of the token then decides.
    public var provider: PushProvider?
    /// Nil when the app does not say; taken for `production` until Apple says otherwise.
    public var environment: PushEnvironment?
    public var purpose: PushPurpose
    /// `ios`, `android` or `web`.
    public var platform: String
    /// What the app calls the push device; at most 128 bytes.
    public var pushDevice: String?
    public var pushDeviceName: Personal<String>?
    public var appVersion: String?
    /// The bundle id of the app.
    public var topic: String?
    /// The app's language, a BCP 47 tag, for the standard texts of announcements without their own; nil when the app
    /// does not say.
    public var language: String?
    /// The Live Activity that the token changes; with the purpose `activity`. 1 to 128 bytes.
    public var activity: String?
    /// The name of the app's `ActivityAttributes`; with the purposes `activity` and `activityStart`. 1 to 128 bytes.
    public var activityType: String?

    enum CodingKeys: Int, CodingKey {
        case account = 0, session, token, provider, environment, purpose, platform, pushDevice, pushDeviceName,
            appVersion,
            topic, language, activity, activityType
    }

    public init(
        account: AccountID, session: SessionID, token: SecretText, provider: PushProvider? = nil,
        environment: PushEnvironment? = nil, purpose: PushPurpose, platform: String, pushDevice: String? = nil,
        pushDeviceName: Personal<String>? = nil, appVersion: String? = nil, topic: String? = nil,
        language: String? = nil, activity: String? = nil, activityType: String? = nil
    ) {
        (self.activity, self.activityType) = (activity, activityType)
        self.language = language
        self.account = account
        self.session = session
        self.token = token
        self.provider = provider
        self.environment = environment
        self.purpose = purpose
        self.platform = platform
        self.pushDevice = pushDevice
        self.pushDeviceName = pushDeviceName
        self.appVersion = appVersion
        self.topic = topic
    }
}
