// A session, as it is told to whoever has just signed in.

public import BaliseJSON
public import Foundation

/// The session that has just begun.
///
/// What is not known is nil; what is not kept on purpose is empty.
public struct StartedSession: JSONConvertible, Hashable {
    /// What the session is ended by.
    public var id: String
    /// `mobile` or `desktop`.
    @Nullable public var deviceType: String?
    /// For example `Firefox`; nil where it was no browser.
    @Nullable public var browserName: String?
    /// For example `iOS`.
    @Nullable public var osName: String?
    /// City and country in one text.
    @Nullable public var location: String?
    /// Whether it is a push device.
    public var isMobile: Bool
    /// When it was made.
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
