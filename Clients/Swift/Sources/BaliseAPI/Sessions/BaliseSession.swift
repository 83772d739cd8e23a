// A session, as its person sees it in the list of theirs.

public import BaliseJSON
public import Foundation

/// Where, with what and since when a person is signed in.
///
/// What is not known is nil; what is not kept on purpose is empty.
public struct BaliseSession: JSONConvertible, Hashable {
    /// What the session is ended by.
    public var id: String
    /// What the device is called.
    @Nullable public var deviceName: String?
    /// `mobile` or `desktop`.
    @Nullable public var deviceType: String?
    /// Who made the device, for example `Apple`.
    @Nullable public var deviceVendor: String?
    /// For example `iPhone16,1`.
    @Nullable public var deviceModel: String?
    /// For example `iOS`.
    @Nullable public var osName: String?
    /// For example `17.5.1`.
    @Nullable public var osVersion: String?
    /// For example `Firefox`; nil where it was no browser.
    @Nullable public var browserName: String?
    /// For example `143.0`.
    @Nullable public var browserVersion: String?
    /// The version of the app.
    @Nullable public var appVersion: String?
    /// What the app says of itself in `User-Agent`.
    @Nullable public var userAgent: String?
    /// Whether it is a push device.
    public var isMobile: Bool
    /// The address that the calls came from.
    @Nullable public var ipAddress: String?
    /// The country that the app says, for example `FR`.
    @Nullable public var country: String?
    /// The city that the app says.
    @Nullable public var city: String?
    /// For example `Europe/Paris`.
    @Nullable public var timezone: String?
    /// City and country in one text.
    @Nullable public var location: String?
    /// When it was made.
    public var createdAt: Date
    /// To the minute.
    public var lastActivityAt: Date
    /// When the session ends for want of use or by its age, whichever is sooner.
    public var expiresAt: Date
    /// Whether it is the session that asks.
    public var isCurrentSession: Bool
    /// Whether the person asked to be remembered there.
    public var isTrusted: Bool

    /// Makes a body of these members; nil is said as `null`.
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
        self.createdAt = createdAt
        self.lastActivityAt = lastActivityAt
        self.expiresAt = expiresAt
        self.isCurrentSession = isCurrentSession
        self.isTrusted = isTrusted
    }
}
