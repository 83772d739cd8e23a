// What a person takes a Miataru device over with: the body of POST location-devices/handover.

public import BaliseJSON

/// The ticket of whoever hands the device over.
public struct TakeOverDeviceRequest: JSONConvertible, Hashable {
    /// Of `OfferedMiataruDevice`.
    public var ticket: SecretString

    /// Makes a body of this member.
    public init(ticket: SecretString) { self.ticket = ticket }
}
