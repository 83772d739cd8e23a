public import BaliseJSON

/// The ticket of the user who offers the device: the body of POST location-devices/handover.
public struct TakeOverDeviceRequest: JSONConvertible, Hashable {
    /// From `OfferedMiataruDevice`.
    public var ticket: SecretText

    /// Makes a body of this member.
    public init(ticket: SecretText) { self.ticket = ticket }
}
