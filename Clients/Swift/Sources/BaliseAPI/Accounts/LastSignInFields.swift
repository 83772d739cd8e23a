public import Foundation

/// The latest sign-in to an account: members of a user whose names begin with `lastLogin`. A member is nil when it is
/// unknown or the sign-in method does not store it.
public struct LastSignInFields: Codable, Hashable, Sendable {
    /// The time.
    public var at: Date?
    /// The user agent.
    public var device: String?
    /// `City, Country`, or the one of them that is known.
    public var location: String?
    /// The IP address.
    public var ip: String?

    /// Fields of these values; nil leaves one out.
    public init(at: Date? = nil, device: String? = nil, location: String? = nil, ip: String? = nil) {
        self.at = at
        self.device = device
        self.location = location
        self.ip = ip
    }

    private enum CodingKeys: String, CodingKey {
        case at = "lastLoginAt"
        case device = "lastLoginDevice"
        case location = "lastLoginLocation"
        case ip = "lastLoginIp"
    }
}
