public import BaliseJSON
public import Foundation

/// The session that has just begun.
///
/// Unknown members are nil; members that the server deliberately does not store are empty.
public struct StartedSession: JSONConvertible, Hashable {
    /// The id for ending it.
    public var id: String
    /// `mobile` or `desktop`.
    @Nullable public var deviceType: String?
    /// For example `Firefox`; nil outside a browser.
    @Nullable public var browserName: String?
    /// For example `iOS`.
    @Nullable public var osName: String?
    /// City and country.
    @Nullable public var location: String?
    /// Whether the device is a phone or a tablet.
    public var isMobile: Bool
    /// When the session began.
    public var createdAt: Date

    /// Makes a body of these members; nil is said as `null`.
    public init(
        id: String, deviceType: String? = nil, browserName: String? = nil, osName: String? = nil,
        location: String? = nil, isMobile: Bool, createdAt: Date
    ) {
        self.id = id
        self.deviceType = deviceType
        self.browserName = browserName
        self.osName = osName
        self.location = location
        self.isMobile = isMobile
        self.createdAt = createdAt
    }
}
