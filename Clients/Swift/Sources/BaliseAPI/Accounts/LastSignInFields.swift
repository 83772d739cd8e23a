// When and from where somebody last signed in, as users have it.

import BaliseJSON
public import Foundation

/// The latest sign-in to an account: members of a user, whose names begin with `lastLogin`.
///
/// A text is nil when it is not known, or the way in keeps none.
public struct LastSignInFields: Hashable, Sendable {
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

    init(of json: JSONValue) throws(JSONShapeError) {
        at = try json.optional("lastLoginAt")
        device = try json.optional("lastLoginDevice")
        location = try json.optional("lastLoginLocation")
        ip = try json.optional("lastLoginIp")
    }

    func write(to json: inout JSONObject) {
        json.set("lastLoginAt", at)
        json.set("lastLoginDevice", device)
        json.set("lastLoginLocation", location)
        json.set("lastLoginIp", ip)
    }
}
