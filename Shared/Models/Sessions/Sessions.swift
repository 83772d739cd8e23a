/// A session as its user sees it. Members that the sign-in method's policy does not store are nil.
public struct SessionSummary: Codable, Sendable {
    public var session: SessionID
    public var account: AccountID
    public var signInMethod: SignInMethod
    public var kind: SessionKind
    public var createdAt: UnixTime
    /// The last activity, rounded to a minute.
    public var lastActivityAt: UnixTime
    /// When the session ends if it is not used again: by its age, or earlier by lack of use.
    public var expiresAt: UnixTime
    public var isRemembered: Bool
    public var client: SessionClient

    enum CodingKeys: Int, CodingKey {
        case session = 0, account, signInMethod, kind, createdAt, lastActivityAt, expiresAt, isRemembered, client
    }

    public init(
        session: SessionID, account: AccountID, signInMethod: SignInMethod, kind: SessionKind, createdAt: UnixTime,
        lastActivityAt: UnixTime, expiresAt: UnixTime, isRemembered: Bool, client: SessionClient
    ) {
        (self.session, self.account, self.signInMethod) = (session, account, signInMethod)
        (self.kind, self.createdAt, self.lastActivityAt) = (kind, createdAt, lastActivityAt)
        (self.expiresAt, self.isRemembered, self.client) = (expiresAt, isRemembered, client)
    }
}

/// A session's app, device and place as the client reported them, and its address; nil if unknown or not stored.
public struct SessionClient: Codable, Hashable, Sendable {
    public var appVersion: String?
    /// The kind of device: `mobile` or `desktop`.
    public var deviceType: String?
    public var deviceVendor: String?
    public var deviceModel: String?
    public var osName: String?
    public var osVersion: String?
    public var isMobile: Bool?
    public var userAgent: String?
    public var country: Personal<String>?
    public var city: Personal<String>?
    public var timezone: String?
    public var ipAddress: Personal<String>?
    /// The place: `City, Country` when both are known.
    public var location: Personal<String>?

    enum CodingKeys: Int, CodingKey {
        case appVersion = 0, deviceType, deviceVendor, deviceModel, osName, osVersion, isMobile, userAgent, country,
            city, timezone, ipAddress, location
    }

    public init() {}
}

extension SessionKind {
    /// The kind of a session without tokens of Balise: the app sends the tokens of its identity provider. Not for
    /// callers to request.
    public static let external = SessionKind(rawValue: "external")
}

/// The secrets of a session for later requests: two tokens if the session rotates, otherwise one secret, which only the
/// first answer contains.
public struct SessionTokens: Codable, Sendable {
    /// The access token of a rotating session, a JWT (RFC 7519); nil for another session.
    public var accessToken: SecretText?
    public var accessExpiresAt: UnixTime?
    /// The refresh token of a rotating session, valid once; nil for other sessions, and for apps without refresh
    /// tokens.
    public var refreshToken: SecretText?
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case accessToken = 0, accessExpiresAt, refreshToken, secret }

    public init(
        accessToken: SecretText? = nil, accessExpiresAt: UnixTime? = nil, refreshToken: SecretText? = nil,
        secret: SecretText? = nil
    ) {
        (self.accessToken, self.accessExpiresAt) = (accessToken, accessExpiresAt)
        (self.refreshToken, self.secret) = (refreshToken, secret)
    }
}

/// Lists active sessions, the most recently used first.
public struct ListSessions: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [SessionSummary]
    public static let serviceCode = ServiceCode(.authSession, 5)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Ends a session. A repetition also succeeds. Errors: `notFound` if the account never had the session.
public struct EndSession: RequestFromEdge, OperatorAct, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 6)
    public var ends: EndedCredentials { .session(session) }
    public static var senders: Set<ServiceName> { [.edge] }
    public var nameInAudit: String { "EndAccountSession" }
    public var neededScopes: [APIKeyScope] { .assistants }
    /// Always false, so that the edge may also send the request itself, for users who sign out.
    public var isOfOperator: Bool { false }

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) { (self.account, self.session) = (account, session) }
}

/// Ends all sessions of an account, or all except one. The reply counts the ended sessions that had not expired.
public struct EndOtherSessions: RequestFromEdge, OperatorAct, RequestByAccount, IdempotentRequest {
    public typealias Reply = DoneCount
    public static let serviceCode = ServiceCode(.authSession, 7)
    public var ends: EndedCredentials { .announced(known: caller.map(CredentialChange.session)) }
    public static var senders: Set<ServiceName> { [.edge] }
    public var nameInAudit: String { "EndAccountSessions" }
    public var neededScopes: [APIKeyScope] { .assistants }
    public var isOfOperator: Bool { false }

    public var account: AccountID
    /// The session that continues; nil to end all sessions.
    public var kept: SessionID?
    /// The calling session, if it also ends; otherwise nil. Not sent, because only the sender needs it.
    public private(set) var caller: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, kept }

    public init(account: AccountID, kept: SessionID? = nil, caller: SessionID? = nil) {
        (self.account, self.kept, self.caller) = (account, kept, caller)
    }
}

/// Checks whether a session is active, for objects that depend on the session (`OfferDevice`).
public struct CheckSession: ServiceRequest, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 137)
    public static let senders: Set<ServiceName> = [.location]

    public struct Reply: Codable, Hashable, Sendable {
        public var isLiving: Bool

        enum CodingKeys: Int, CodingKey { case isLiving = 0 }

        public init(isLiving: Bool) { self.isLiving = isLiving }
    }

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) { (self.account, self.session) = (account, session) }
}

/// Records the last activity of sessions, about once a minute for all active sessions. Unknown sessions are ignored.
public struct RecordActivity: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 8)

    public struct Activity: Codable, Sendable {
        public var session: SessionID
        public var at: UnixTime

        enum CodingKeys: Int, CodingKey { case session = 0, at }

        public init(session: SessionID, at: UnixTime) { (self.session, self.at) = (session, at) }
    }

    /// The activities, at most 10,000.
    public var activities: [Activity]

    enum CodingKeys: Int, CodingKey { case activities = 0 }

    public init(activities: [Activity]) { self.activities = activities }
}

/// Waits until auth-session has applied all earlier account changes, so that sessions of closed, erased or changed
/// accounts have ended. Errors: `unavailable` if the identity service does not answer, or the changes cannot be applied
/// in time.
public struct AwaitAccountChanges: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 23)

    public init() {}
}
