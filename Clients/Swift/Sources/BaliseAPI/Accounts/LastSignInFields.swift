// When and from where somebody last signed in, as users have it.

public import Foundation

/// The latest sign-in to an account: members of a user, whose names begin with `lastLogin`.
///
/// A text is nil when it is not known, or the way in keeps none.
public struct LastSignInFields: Codable, Hashable, Sendable {
    /// When it was.
    public var at: Date?
    /// The user agent.
    public var device: String?
    /// `City, Country`, or the one of them that is known.
    public var location: String?
    /// The address that it came from.
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
