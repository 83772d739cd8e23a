/// A session as its user sees it.
///
/// Members that the sign-in method's policy does not store are nil.
public struct SessionSummary: Codable, Sendable {
    public var session: SessionID
    public var account: AccountID
    public var signInMethod: SignInMethod
    public var kind: SessionKind
    public var createdAt: UnixTime
    /// Rounded to a minute.
    public var lastActivityAt: UnixTime
    /// The end by age, or by lack of use if that is earlier.
    public var expiresAt: UnixTime
    /// Whether the user asked to be remembered on this device.
    public var isRemembered: Bool
    public var client: SessionClient

    enum CodingKeys: Int, CodingKey {
        case session = 0, account, signInMethod, kind, createdAt, lastActivityAt, expiresAt, isRemembered, client
    }

    public init(
        session: SessionID, account: AccountID, signInMethod: SignInMethod, kind: SessionKind, createdAt: UnixTime,
        lastActivityAt: UnixTime, expiresAt: UnixTime, isRemembered: Bool, client: SessionClient
    ) {
        self.session = session
        self.account = account
        self.signInMethod = signInMethod
        self.kind = kind
        self.createdAt = createdAt
        self.lastActivityAt = lastActivityAt
        self.expiresAt = expiresAt
        self.isRemembered = isRemembered
        self.client = client
    }
}

/// The app, device and place of a session, as reported by the client; nil if unknown or not stored.
public struct SessionClient: Codable, Hashable, Sendable {
    public var appVersion: String?
    /// `mobile` or `desktop`.
    public var deviceType: String?
    /// For example `Apple`.
    public var deviceVendor: String?
    public var deviceModel: String?
    /// For example `iOS`.
    public var osName: String?
    public var osVersion: String?
    public var isMobile: Bool?
    public var userAgent: String?
    public var country: Personal<String>?
    public var city: Personal<String>?
    public var timezone: String?
    public var ipAddress: Personal<String>?
    /// `City, Country` when both are known.
    public var location: Personal<String>?

    enum CodingKeys: Int, CodingKey {
        case appVersion = 0, deviceType, deviceVendor, deviceModel, osName, osVersion, isMobile, userAgent, country,
            city, timezone, ipAddress, location
    }

    public init() {}
}
