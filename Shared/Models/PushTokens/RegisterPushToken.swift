/// Registers a push token. A repetition has no effect. A token of another account becomes this account's token, and
/// queued deliveries to the other account are dropped. Errors: `invalidRequest` for an invalid token or an unknown
/// platform; `conflict` above the limit of tokens; `accountGone`.
public struct RegisterPushToken: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 1)

    /// The platforms that a push device can have, also in an audience.
    public static let platforms = ["ios", "android", "web"]

    public struct Reply: Codable, Sendable {
        public var token: PushToken
        /// Whether the account did not have the token before.
        public var isNew: Bool

        enum CodingKeys: Int, CodingKey { case token = 0, isNew }

        public init(token: PushToken, isNew: Bool) { (self.token, self.isNew) = (token, isNew) }
    }

    public var account: AccountID
    /// The calling session. When it ends, the token is removed.
    public var session: SessionID
    /// The token from the provider: 4 to 4,096 bytes.
    public var token: SecretText
    /// The provider; nil to let the push service recognise it by the token's form.
    public var provider: PushProvider?
    /// The provider's environment. Nil means `production` until Apple reports otherwise.
    public var environment: PushEnvironment?
    public var purpose: PushPurpose
    /// The device's platform, one of `platforms`.
    public var platform: String
    /// The app's own id for the device, at most 128 characters; nil if the app has none.
    public var pushDevice: String?
    public var pushDeviceName: Personal<String>?
    public var appVersion: String?
    /// The app's bundle id; nil if unknown.
    public var topic: String?
    /// The language for the default texts of announcements, a BCP 47 tag; nil if unknown.
    public var language: String?
    /// The name of the Live Activity, 1 to 128 characters; nil unless the purpose is `activity`.
    public var activity: String?
    /// The name of the app's `ActivityAttributes`, 1 to 128 characters; nil unless `purpose` is about Live Activities.
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
        (self.language, self.account, self.session) = (language, account, session)
        (self.token, self.provider, self.environment) = (token, provider, environment)
        (self.purpose, self.platform, self.pushDevice) = (purpose, platform, pushDevice)
        (self.pushDeviceName, self.appVersion, self.topic) = (pushDeviceName, appVersion, topic)
    }
}
