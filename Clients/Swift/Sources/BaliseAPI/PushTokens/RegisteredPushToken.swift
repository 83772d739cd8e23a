// A push token, as its owner sees it; PATCH push/tokens/{id} answers it in an envelope.

public import BaliseJSON
public import Foundation

/// A push token of a person. What it is itself is shown to nobody.
public struct RegisteredPushToken: JSONConvertible, Hashable {
    /// What the token is muted and removed by.
    public var id: String
    /// Who brings what is pushed.
    public var type: PushTokenKind
    /// For example `ios`.
    public var platform: String
    /// The world of APNs.
    public var environment: PushTokenEnvironment
    /// Tells two tokens of one push device from those of two.
    public var deviceId: String?
    /// What its person calls the push device.
    public var deviceName: String?
    /// The version of the app.
    public var appVersion: String?
    /// The name of the app at its platform.
    public var bundleId: String?
    /// Whether nothing is pushed for now; `isActive` says the opposite.
    public var muted: Bool
    /// When something last arrived there.
    public var lastUsedAt: Date?
    /// When it was registered first.
    public var createdAt: Date
    /// When it was registered last, or changed.
    public var updatedAt: Date

    /// Makes a body of these members; nil is said as `null`.
    public init(
        id: String, type: PushTokenKind, platform: String, environment: PushTokenEnvironment, deviceId: String? = nil,
        deviceName: String? = nil, appVersion: String? = nil, bundleId: String? = nil, muted: Bool,
        lastUsedAt: Date? = nil, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.type = type
        self.platform = platform
        self.environment = environment
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.appVersion = appVersion
        self.bundleId = bundleId
        self.muted = muted
        self.lastUsedAt = lastUsedAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        type = try json.needed("type")
        platform = try json.needed("platform")
        environment = try json.needed("environment")
        deviceId = try json.optional("deviceId")
        deviceName = try json.optional("deviceName")
        appVersion = try json.optional("appVersion")
        bundleId = try json.optional("bundleId")
        muted = try json.needed("muted")
        lastUsedAt = try json.optional("lastUsedAt")
        createdAt = try json.needed("createdAt")
        updatedAt = try json.needed("updatedAt")
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.set("type", type)
        json.set("platform", platform)
        json.set("environment", environment)
        json.setOrNull("deviceId", deviceId)
        json.setOrNull("deviceName", deviceName)
        json.setOrNull("appVersion", appVersion)
        json.setOrNull("bundleId", bundleId)
        json.set("isActive", !muted)
        json.set("muted", muted)
        json.setOrNull("lastUsedAt", lastUsedAt)
        json.set("createdAt", createdAt)
        json.set("updatedAt", updatedAt)
    }
}
