public import BaliseJSON
public import Foundation

/// A Miataru device and the key that proves its ownership: the body of POST users/me/location-devices.
public struct ClaimDeviceRequest: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// The device's key.
    public var deviceKey: SecretText

    public init(device: String, deviceKey: SecretText) { (self.device, self.deviceKey) = (device, deviceKey) }

    /// The error for an invalid `device`.
    public static let invalidDevice = JSONShapeError(.isNot("the id of a device"), at: CodingKeys.device)
    /// The error for an invalid `deviceKey`.
    public static let invalidKey = JSONShapeError(.isNot("a key of a device"), at: CodingKeys.deviceKey)
}

/// A Miataru device that a user has claimed: the answer of POST users/me/location-devices in an envelope.
public struct ClaimedMiataruDevice: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// When the user claimed the device.
    public var claimedAt: Date
    /// Whether the device has a key now.
    public var hasKey: Bool
    /// Whether the account may reset the key: not after a change with the old key until it claims the device again.
    public var canResetKey: Bool
    /// When the open ticket for a takeover expires, unless its session ends earlier; nil if no ticket is open.
    public var handoverEndsAt: Date?
    /// True if the user is notified of new readers; nil if not.
    public var tellsOfNewReaders: Bool?

    public init(
        device: String, claimedAt: Date, hasKey: Bool, canResetKey: Bool = true, handoverEndsAt: Date? = nil,
        tellsOfNewReaders: Bool? = nil
    ) {
        (self.device, self.claimedAt) = (device, claimedAt)
        (self.hasKey, self.canResetKey, self.handoverEndsAt) = (hasKey, canResetKey, handoverEndsAt)
        self.tellsOfNewReaders = tellsOfNewReaders
    }
}

/// The user's claimed Miataru devices: the answer of GET users/me/location-devices in an envelope.
public struct ClaimedMiataruDeviceList: JSONConvertible, Hashable {
    /// The devices.
    public var devices: [ClaimedMiataruDevice]
    /// The number of devices.
    public var totalCount: Int

    public init(devices: [ClaimedMiataruDevice], totalCount: Int) {
        (self.devices, self.totalCount) = (devices, totalCount)
    }
}

/// A new key for a claimed device: the body of PUT users/me/location-devices/{device}/key.
public struct ResetDeviceKeyRequest: JSONConvertible, Hashable {
    /// The new key, at most 256 characters; nil to let the server generate a key.
    public var newKey: SecretText?

    public init(newKey: SecretText? = nil) { self.newKey = newKey }

    /// The error for an invalid `newKey`.
    public static let invalidKey = JSONShapeError(.isNot("a key of a device"), at: CodingKeys.newKey)
}

/// The new key of a device: the answer of PUT users/me/location-devices/{device}/key in an envelope.
public struct DeviceKeyResponse: JSONConvertible, Hashable {
    /// The key. The server shows it only here.
    public var deviceKey: SecretText

    public init(deviceKey: SecretText) { self.deviceKey = deviceKey }
}

/// A ticket to take over a device: the answer of POST users/me/location-devices/{device}/handover in an envelope.
public struct OfferedMiataruDevice: JSONConvertible, Hashable {
    /// The ticket, valid once. It gives its bearer the device with all its places.
    public var ticket: SecretText
    /// When the ticket expires.
    public var expiresAt: Date

    public init(ticket: SecretText, expiresAt: Date) { (self.ticket, self.expiresAt) = (ticket, expiresAt) }
}

/// The ticket of the user who offers the device: the body of POST location-devices/handover.
public struct TakeOverDeviceRequest: JSONConvertible, Hashable {
    /// The ticket from `OfferedMiataruDevice`.
    public var ticket: SecretText

    public init(ticket: SecretText) { self.ticket = ticket }
}

/// A device that was taken over, and its key: the answer of POST location-devices/handover in an envelope.
public struct TakenOverMiataruDevice: JSONConvertible, Hashable {
    /// The device.
    public var device: ClaimedMiataruDevice
    /// The new key. The server shows it only here.
    public var deviceKey: SecretText

    public init(device: ClaimedMiataruDevice, deviceKey: SecretText) {
        (self.device, self.deviceKey) = (device, deviceKey)
    }
}
