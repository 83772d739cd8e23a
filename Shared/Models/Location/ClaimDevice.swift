// A person claims a device.

/// Ties a device to an account, for who shows the device's key. Later the account can reset or remove that key.
///
/// Errors: `forbidden` when the device has no key, or the key is wrong; `conflict` when another account has claimed it, or
/// the account has claimed 256 devices; `accountGone` when it has been erased; `rateLimited` after too many wrong keys.
public struct ClaimDevice: ServiceRequest {
    public typealias Reply = ClaimedDevice
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 13)

    public var account: AccountID
    public var device: DeviceID
    public var key: DeviceKey

    enum CodingKeys: Int, CodingKey { case account = 0, device, key }

    public init(account: AccountID, device: DeviceID, key: DeviceKey) {
        self.account = account
        self.device = device
        self.key = key
    }
}

/// A device that an account has claimed.
public struct ClaimedDevice: Codable, Sendable {
    public var device: DeviceID
    public var claimedAt: UnixTime
    public var hasKey: Bool

    enum CodingKeys: Int, CodingKey { case device = 0, claimedAt, hasKey }

    public init(device: DeviceID, claimedAt: UnixTime, hasKey: Bool) {
        self.device = device
        self.claimedAt = claimedAt
        self.hasKey = hasKey
    }
}
