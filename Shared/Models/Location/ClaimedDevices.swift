/// Binds a device to an account, which can then reset or remove its key. The caller proves the current key, so the
/// claim replaces another account's. Errors: `forbidden` if the device has no key, or the key is wrong; `conflict` if
/// the account has claimed 256 devices; `accountGone` if it was erased; `rateLimited` after too many wrong keys.
public struct ClaimDevice: RequestFromEdge, RequestByDevice {
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

/// A device that an account has claimed (`ClaimDevice`). Stored by the location service.
public struct ClaimedDevice: Codable, Sendable {
    public var device: DeviceID
    public var claimedAt: UnixTime
    public var hasKey: Bool
    /// Whether the account may reset the key: not after a change with the old key, until it claims the device again.
    public var canResetKey: Bool
    /// When the open ticket for a handover expires; nil if no ticket is open. It also ends with its session.
    public var handoverEndsAt: UnixTime?
    /// Whether the owner is notified of new readers (`SetReaderNotices`). Nil (from an older service) means false.
    public var tellsOfNewReaders: Bool?

    enum CodingKeys: Int, CodingKey {
        case device = 0, claimedAt, hasKey, canResetKey, handoverEndsAt, tellsOfNewReaders
    }

    public init(
        device: DeviceID, claimedAt: UnixTime, hasKey: Bool, canResetKey: Bool = true,
        handoverEndsAt: UnixTime? = nil, tellsOfNewReaders: Bool = false
    ) {
        (self.device, self.claimedAt, self.hasKey) = (device, claimedAt, hasKey)
        (self.canResetKey, self.handoverEndsAt) = (canResetKey, handoverEndsAt)
        self.tellsOfNewReaders = tellsOfNewReaders ? true : nil
    }
}

/// Lists an account's claimed devices, the latest claim first.
public struct ListClaimedDevices: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [ClaimedDevice]
    public static let serviceCode = ServiceCode(.location, 14)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Removes a claim. The device keeps its key and data. Errors: `notFound` if the account has not claimed the device.
public struct ReleaseDevice: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 17)

    public var account: AccountID
    public var device: DeviceID

    enum CodingKeys: Int, CodingKey { case account = 0, device }

    public init(account: AccountID, device: DeviceID) { (self.account, self.device) = (account, device) }
}

/// Creates a ticket with which another account takes over a claimed device (`TakeOverDevice`). The device stays
/// unchanged until then. The ticket is valid until the next ticket, and only while the calling session is valid.
/// Errors: as for `ResetDeviceKey`.
public struct OfferDevice: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 22)

    public struct Reply: Codable, Sendable {
        public var ticket: SecretText
        public var expiresAt: UnixTime

        enum CodingKeys: Int, CodingKey { case ticket = 0, expiresAt }

        public init(ticket: SecretText, expiresAt: UnixTime) { (self.ticket, self.expiresAt) = (ticket, expiresAt) }
    }

    public var account: AccountID
    public var device: DeviceID
    /// The calling session. An edge of an older version sends nil; the ticket is then never valid.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, device, session }

    public init(account: AccountID, device: DeviceID, session: SessionID? = nil) {
        (self.account, self.device, self.session) = (account, device, session)
    }
}

/// Gives a device with its places to the account that has a ticket of `OfferDevice`. The device gets a new key that
/// only this account receives. Visitors, allowed list, slogan and the device's entries in other lists are deleted: the
/// former owner sees no more places, and the new owner sees no contacts. The device is invisible until it gets a new
/// list. Errors: `invalidToken` for a ticket that is unknown, used or expired, or whose claim or session has ended;
/// `conflict` if the account already has the device, or has claimed 256; `accountGone`; `unavailable` if auth-session
/// cannot be asked about the session.
public struct TakeOverDevice: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 23)

    public struct Reply: Codable, Sendable {
        public var device: ClaimedDevice
        public var key: DeviceKey

        enum CodingKeys: Int, CodingKey { case device = 0, key }

        public init(device: ClaimedDevice, key: DeviceKey) { (self.device, self.key) = (device, key) }
    }

    public var account: AccountID
    public var ticket: SecretText

    enum CodingKeys: Int, CodingKey { case account = 0, ticket }

    public init(account: AccountID, ticket: SecretText) { (self.account, self.ticket) = (account, ticket) }
}
