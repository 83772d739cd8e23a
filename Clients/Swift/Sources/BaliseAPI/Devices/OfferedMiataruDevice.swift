public import BaliseJSON
public import Foundation

/// A ticket to take over a Miataru device: the answer of POST users/me/location-devices/{device}/handover, in an
/// envelope.
public struct OfferedMiataruDevice: JSONConvertible, Hashable {
    /// Valid once. It gives its bearer the device with all its places.
    public var ticket: SecretText
    /// The end of its validity.
    public var expiresAt: Date

    /// Makes a body of these members.
    public init(ticket: SecretText, expiresAt: Date) {
        self.ticket = ticket
        self.expiresAt = expiresAt
    }
}
