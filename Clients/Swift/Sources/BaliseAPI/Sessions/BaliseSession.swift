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
    public var deviceName: String?
    /// `mobile` or `desktop`.
    public var deviceType: String?
    /// Who made the device, for example `Apple`.
    public var deviceVendor: String?
    /// For example `iPhone16,1`.
    public var deviceModel: String?
    /// For example `iOS`.
    public var osName: String?
    /// For example `17.5.1`.
    public var osVersion: String?
    /// For example `Firefox`; nil where it was no browser.
    public var browserName: String?
    /// For example `143.0`.
    public var browserVersion: String?
    /// The version of the app.
    public var appVersion: String?
    /// What the app says of itself in `User-Agent`.
    public var userAgent: String?
    /// Whether it is a push device.
    public var isMobile: Bool
    /// The address that the calls came from.
    public var ipAddress: String?
    /// The country that the app says, for example `FR`.
    public var country: String?
    /// The city that the app says.
    public var city: String?
    /// For example `Europe/Paris`.
    public var timezone: String?
    /// City and country in one text.
    public var location: String?
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

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        deviceName = try json.optional("deviceName")
        deviceType = try json.optional("deviceType")
        deviceVendor = try json.optional("deviceVendor")
        deviceModel = try json.optional("deviceModel")
        osName = try json.optional("osName")
        osVersion = try json.optional("osVersion")
        browserName = try json.optional("browserName")
        browserVersion = try json.optional("browserVersion")
        appVersion = try json.optional("appVersion")
        userAgent = try json.optional("userAgent")
        isMobile = try json.needed("isMobile")
        ipAddress = try json.optional("ipAddress")
        country = try json.optional("country")
        city = try json.optional("city")
        timezone = try json.optional("timezone")
        location = try json.optional("location")
        createdAt = try json.needed("createdAt")
        lastActivityAt = try json.needed("lastActivityAt")
        expiresAt = try json.needed("expiresAt")
        isCurrentSession = try json.needed("isCurrentSession")
        isTrusted = try json.needed("isTrusted")
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.setOrNull("deviceName", deviceName)
        json.setOrNull("deviceType", deviceType)
        json.setOrNull("deviceVendor", deviceVendor)
        json.setOrNull("deviceModel", deviceModel)
        json.setOrNull("osName", osName)
        json.setOrNull("osVersion", osVersion)
        json.setOrNull("browserName", browserName)
        json.setOrNull("browserVersion", browserVersion)
        json.setOrNull("appVersion", appVersion)
        json.setOrNull("userAgent", userAgent)
        json.set("isMobile", isMobile)
        json.setOrNull("ipAddress", ipAddress)
        json.setOrNull("country", country)
        json.setOrNull("city", city)
        json.setOrNull("timezone", timezone)
        json.setOrNull("location", location)
        json.set("createdAt", createdAt)
        json.set("lastActivityAt", lastActivityAt)
        json.set("expiresAt", expiresAt)
        json.set("isCurrentSession", isCurrentSession)
        json.set("isTrusted", isTrusted)
    }
}
