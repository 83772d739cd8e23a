/// Binds a device to an account, which can then reset or remove its key. The caller proves the current key, so the claim also
/// replaces that of another account. Errors: `forbidden` if the device has no key, or the key is wrong; `conflict` if the
/// account has claimed 256 devices; `accountGone` if it was erased; `rateLimited` after too many wrong keys.
public struct ClaimDevice: RequestFromEdge, DeviceRequest {
    public typealias Reply = ClaimedDevice
    public static let serviceCode = ServiceCode(.location, 13)

    public var account: AccountID
    public var device: DeviceID
    public var key: DeviceKey

    enum CodingKeys: Int, CodingKey { case account = 0, device, key }

    public init(account: AccountID, device: DeviceID, key: DeviceKey) {
        (self.account, self.device, self.key) = (account, device, key)
    }
}

/// A device that an account has claimed (`ClaimDevice`). Stored by location.
public struct ClaimedDevice: Codable, Sendable {
    public var device: DeviceID
    public var claimedAt: UnixTime
    public var hasKey: Bool
    /// False after the key was changed with its old value, until the account claims the device again.
    public var canResetKey: Bool
    /// Of the open ticket; nil without one. It expires earlier if the session that made it ends.
    public var handoverEndsAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case device = 0, claimedAt, hasKey, canResetKey, handoverEndsAt }

    public init(
        device: DeviceID, claimedAt: UnixTime, hasKey: Bool, canResetKey: Bool = true, handoverEndsAt: UnixTime? = nil
    ) {
        (self.device, self.claimedAt, self.hasKey) = (device, claimedAt, hasKey)
        (self.canResetKey, self.handoverEndsAt) = (canResetKey, handoverEndsAt)
    }
}
