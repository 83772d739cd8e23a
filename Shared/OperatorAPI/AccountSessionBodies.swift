public import BaliseJSON
public import Foundation

/// The current sessions of an account: the answer of GET /accounts/{account}/sessions.
public struct AccountSessionList: JSONConvertible, Hashable {
    /// The most recently active first.
    public var sessions: [AccountSession]

    public init(sessions: [AccountSession]) { self.sessions = sessions }
}

/// A session of an account, without its place, which is not shown to operators.
public struct AccountSession: JSONConvertible, Hashable {
    /// The id in logs.
    public var id: String
    public var method: String
    public var appVersion: String?
    /// `mobile` or `desktop`.
    public var deviceType: String?
    public var deviceVendor: String?
    /// For example `iPhone16,1`.
    public var deviceModel: String?
    /// For example `iOS`.
    public var osName: String?
    /// For example `17.5.1`.
    public var osVersion: String?
    /// Whether the user asked to be remembered there.
    public var isRemembered: Bool
    public var createdAt: Date
    /// Rounded to a minute.
    public var lastActivityAt: Date
    /// The end by age, or by lack of use if that is earlier.
    public var expiresAt: Date

    public init(
        id: String, method: String, appVersion: String? = nil, deviceType: String? = nil, deviceVendor: String? = nil,
        deviceModel: String? = nil, osName: String? = nil, osVersion: String? = nil, isRemembered: Bool,
        createdAt: Date, lastActivityAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.method = method
        self.appVersion = appVersion
        self.deviceType = deviceType
        self.deviceVendor = deviceVendor
        self.deviceModel = deviceModel
        self.osName = osName
        self.osVersion = osVersion
        self.isRemembered = isRemembered
        self.createdAt = createdAt
        self.lastActivityAt = lastActivityAt
        self.expiresAt = expiresAt
    }
}

/// The number of ended sessions: the answer of DELETE /accounts/{account}/sessions.
public struct EndedSessions: JSONConvertible, Hashable {
    public var ended: Int

    public init(ended: Int) { self.ended = ended }
}
