public import BaliseJSON
public import Foundation

/// A Miataru device that a user has claimed: the answer of POST users/me/location-devices in an envelope.
public struct ClaimedMiataruDevice: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// When it was claimed.
    public var claimedAt: Date
    /// Whether it has a key now.
    public var hasKey: Bool
    /// Whether the account may reset the key: not after a change with its old value, until it claims the device again.
    public var canResetKey: Bool
    /// When the open ticket for a takeover expires, unless its session ends earlier; nil without one.
    public var handoverEndsAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        device: String, claimedAt: Date, hasKey: Bool, canResetKey: Bool = true, handoverEndsAt: Date? = nil
    ) {
        self.device = device
        self.claimedAt = claimedAt
        self.hasKey = hasKey
        self.canResetKey = canResetKey
        self.handoverEndsAt = handoverEndsAt
    }
}
