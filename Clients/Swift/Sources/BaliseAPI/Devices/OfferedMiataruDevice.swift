// What POST users/me/location-devices/{device}/handover answers, in an envelope.

public import BaliseJSON
public import Foundation

/// What another person takes a Miataru device over with.
public struct OfferedMiataruDevice: JSONConvertible, Hashable {
    /// Counts once. Whoever shows it has the device with all its places.
    public var ticket: SecretString
    /// Until when it counts.
    public var expiresAt: Date

    /// Makes a body of these members.
    public init(ticket: SecretString, expiresAt: Date) {
        self.ticket = ticket
        self.expiresAt = expiresAt
    }
}
