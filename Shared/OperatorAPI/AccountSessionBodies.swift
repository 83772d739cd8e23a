// Where a person is signed in, as an operator sees it.

public import BaliseJSON
public import Foundation

/// The living sessions of an account.
public struct AccountSessionList: JSONConvertible, Hashable {
    /// The most recently active first.
    public var sessions: [AccountSession]

    /// Makes a body of this member.
    public init(sessions: [AccountSession]) { self.sessions = sessions }
}

/// A session of an account: with what, and since when. Where its person is, an operator is not told.
public struct AccountSession: JSONConvertible, Hashable {
    /// By which logs name it.
    public var id: String
    /// How its person signed in.
    public var method: String
    /// The version of the app.
    public var appVersion: String?
    /// `mobile` or `desktop`.
    public var deviceType: String?
    /// Who made the device.
    public var deviceVendor: String?
    /// For example `iPhone16,1`.
    public var deviceModel: String?
    /// For example `iOS`.
    public var osName: String?
    /// For example `17.5.1`.
    public var osVersion: String?
    /// Whether the person asked to be remembered there.
    public var isRemembered: Bool
    /// When it began.
    public var createdAt: Date
    /// To the minute.
    public var lastActivityAt: Date
    /// When it ends for want of use or by its age, whichever is sooner.
    public var expiresAt: Date

    /// Makes a body of these members; nil leaves one out.
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

/// That the sessions of an account have ended.
public struct EndedSessions: JSONConvertible, Hashable {
    /// How many there were.
    public var ended: Int

    /// Makes a body of this member.
    public init(ended: Int) { self.ended = ended }
}
