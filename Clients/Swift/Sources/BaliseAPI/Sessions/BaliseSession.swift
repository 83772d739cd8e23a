public import BaliseJSON
public import Foundation

/// A session of the user. An unknown member is nil; a member that the server deliberately does not store is empty.
public struct BaliseSession: JSONConvertible, Hashable {
    /// The id with which the user ends the session.
    public var id: String
    /// The device's name.
    @Nullable public var deviceName: String?
    /// The kind of device: `mobile` or `desktop`.
    @Nullable public var deviceType: String?
    /// The manufacturer, for example `Apple`.
    @Nullable public var deviceVendor: String?
    /// The hardware model, for example `iPhone16,1`.
    @Nullable public var deviceModel: String?
    /// The operating system, for example `iOS`.
    @Nullable public var osName: String?
    /// The version of the operating system, for example `17.5.1`.
    @Nullable public var osVersion: String?
    /// The browser, for example `Firefox`; nil outside a browser.
    @Nullable public var browserName: String?
    /// The version of the browser, for example `143.0`.
    @Nullable public var browserVersion: String?
    /// The version of the app.
    @Nullable public var appVersion: String?
    /// The app's `User-Agent`.
    @Nullable public var userAgent: String?
    /// Whether the device is a phone or a tablet.
    public var isMobile: Bool
    /// The IP address of the session's calls.
    @Nullable public var ipAddress: String?
    /// The country that the app reports, for example `FR`.
    @Nullable public var country: String?
    /// The city that the app reports.
    @Nullable public var city: String?
    /// The time zone that the app reports, for example `Europe/Paris`.
    @Nullable public var timezone: String?
    /// The city and country in one text.
    @Nullable public var location: String?
    /// When the session began.
    public var createdAt: Date
    /// The last activity, rounded to a minute.
    public var lastActivityAt: Date
    /// When the session ends if it is not used again: by its age, or earlier by lack of use.
    public var expiresAt: Date
    /// Whether this is the session that made the call.
    public var isCurrentSession: Bool
    /// Whether the user asked to be remembered on that device.
    public var isTrusted: Bool

    /// Creates a session; a member that is nil is written as `null`.
    public init(
        id: String, deviceName: String? = nil, deviceType: String? = nil, deviceVendor: String? = nil,
        deviceModel: String? = nil, osName: String? = nil, osVersion: String? = nil,
        browserName: String? = nil, browserVersion: String? = nil, appVersion: String? = nil,
        userAgent: String? = nil, isMobile: Bool, ipAddress: String? = nil, country: String? = nil, city: String? = nil,
        timezone: String? = nil, location: String? = nil, createdAt: Date, lastActivityAt: Date, expiresAt: Date,
        isCurrentSession: Bool, isTrusted: Bool
    ) {
        self.id = id
        self.deviceName = deviceName
        self.deviceType = deviceType
        self.deviceVendor = deviceVendor
        self.deviceModel = deviceModel
        self.osName = osName
        self.osVersion = osVersion
        self.browserName = browserName
        self.browserVersion = browserVersion
        self.appVersion = appVersion
        self.userAgent = userAgent
        self.isMobile = isMobile
        self.ipAddress = ipAddress
        self.country = country
        self.city = city
        self.timezone = timezone
        self.location = location
        (self.createdAt, self.lastActivityAt, self.expiresAt) = (createdAt, lastActivityAt, expiresAt)
        (self.isCurrentSession, self.isTrusted) = (isCurrentSession, isTrusted)
    }
}

/// The user's sessions: the answer of GET auth/sessions in an envelope.
public struct SessionListResponse: JSONConvertible, Hashable {
    /// The sessions, including the session that made the call.
    public var sessions: [BaliseSession]
    /// The number of sessions.
    public var totalCount: Int

    public init(sessions: [BaliseSession], totalCount: Int) {
        (self.sessions, self.totalCount) = (sessions, totalCount)
    }
}

/// How many sessions were ended: the answer of DELETE auth/sessions.
public struct EndOtherSessionsResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// A text for people about the result.
    public var message: String
    /// The number of ended sessions.
    public var revokedCount: Int
    private var data = EmptyObject()

    public init(message: String, revokedCount: Int) { (self.message, self.revokedCount) = (message, revokedCount) }
}
