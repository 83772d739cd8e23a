import Models

enum Refusal: ServiceRefusal, Hashable {
    /// The device has a key, and the request contains no key.
    case keyMissing(DeviceID)
    /// The request contains a wrong key. This counts as a wrong guess.
    case keyWrong(DeviceID)
    case noKeyConfigured(DeviceID)
    /// The key is wrong or missing, or the device has no key. This counts as a wrong guess.
    case keyUnproven(DeviceID)
    /// The device has no key, and an operator can only replace a key.
    case noKeyToReset(DeviceID)
    /// The device is new, and this installation requires a key before the first location.
    case newDeviceNeedsKey(DeviceID)
    /// The device has a key, and this kind of request never shows a key.
    case closedToGuests(DeviceID)
    /// The request would create devices with this total weight, which is above its limit.
    case newDevices(Int)
    case tooManyNewDevices(retryAfter: Int)
    /// The request would create more devices than an address may in an hour; the number is that limit.
    case moreNewDevicesThanEver(Int)
    case keyChangedSinceClaim(DeviceID)
    case tooManyClaims
    /// The account has not claimed the device; for an operator: the device does not exist.
    case notYours(DeviceOwner)
    case unknownTicket
    case takesOwnDevice
    case accountErased
    case shareLink(ShareLinkRefusal)
    /// The device reports without history, or this installation stores no history.
    case keepsNoHistory
    /// A forwarder sends the device's places in the order of their arrival.
    case forwardsInOrder
    /// The token is unknown or revoked, or the claim behind it has ended.
    case unknownTracker
    /// The account of the tracker is closed. The app keeps its points, because the account may be enabled again.
    case suspendedTracker
    case noTracker
    case tooManyTrackers
    case noForwarder
    case tooManyForwarders
    case tooManyForwardersOfAccount
    /// The device has no present place, or the account is closed.
    case nothingToForward
    case unknownImport
    case circle(CircleRefusal)
    case arrival(ArrivalRefusal)

    /// The device whose key the request guessed wrongly; nil for other refusals. In a request to change a key, the new
    /// key is a guess, so a missing current key counts, too.
    func wrongGuess(_ key: ShownKey) -> DeviceID? {
        switch (self, key) {
        case (.keyWrong(let device), _), (.keyUnproven(let device), _), (.keyMissing(let device), .current): device
        default: nil
        }
    }

    var answer: ServiceError { answer(.device) }

    func answer(_ key: ShownKey) -> ServiceError {
        switch self {
        case .keyMissing: ServiceError(.forbidden, key.textIfMissing)
        case .keyWrong: ServiceError(.forbidden, key.textIfWrong)
        case .noKeyConfigured: ServiceError(.forbidden, "a DeviceKey has to be configured first (setDeviceKey)")
        case .keyUnproven:
            ServiceError(.forbidden, "the DeviceKey does not match, or the device has none yet (setDeviceKey sets it)")
        case .noKeyToReset: ServiceError(.conflict, "this device has no key to reset; its user sets the first one")
        case .newDeviceNeedsKey:
            ServiceError(.forbidden, "a new device has to be given a DeviceKey first (setDeviceKey)")
        case .closedToGuests:
            ServiceError(.authenticationRequired, "GetLocationGeoJSON is not available when DeviceKey is set")
        case .newDevices: ServiceError(.rateLimited, "too many new devices", retryAfter: 1)
        case .tooManyNewDevices(let wait):
            ServiceError(.rateLimited, "too many new devices from this address", retryAfter: wait)
        case .moreNewDevicesThanEver(let most):
            ServiceError(
                .invalidRequest,
                """
                an address may use \(most) new devices in an hour, and one counts once for each \
                \(DeviceID.bytesOfShare) bytes of its id; send fewer at once
                """)
        case .keyChangedSinceClaim:
            ServiceError(
                .forbidden,
                "the device's key was changed since you claimed it; claim the device again with its present key")
        case .tooManyClaims:
            ServiceError(.conflict, "an account may claim \(DeviceClaim.maximumCount) devices; release one first")
        case .notYours(.account): ServiceError(.notFound, "you have not claimed this device")
        case .notYours(.operator): ServiceError(.notFound, "this device is not known")
        case .unknownTicket:
            ServiceError(
                .invalidToken,
                "this ticket is not valid or no longer valid; ask the user who gave it to you for another one")
        case .takesOwnDevice:
            ServiceError(.conflict, "you have claimed this device yourself; the ticket is for another user")
        case .forwardsInOrder:
            ServiceError(.conflict, "the places of this device are forwarded; send them in order, by UpdateLocation")
        case .keepsNoHistory:
            ServiceError(
                .conflict,
                "this device has no history; switch it on in the app that reports its place, and report one place")
        case .unknownImport:
            ServiceError(.notFound, "this import has ended, or is older than a day; begin another one to continue")
        case .accountErased: ServiceError(.accountGone, "User not found")
        case .shareLink(let refusal): refusal.answer
        case .unknownTracker:
            ServiceError(.invalidToken, "the token of this tracker is not valid; create another in your account")
        case .suspendedTracker:
            ServiceError(
                .unavailable, "the account of this tracker is closed; its places can come later", retryAfter: 3600)
        case .noTracker: ServiceError(.notFound, "you have no tracker with this id")
        case .tooManyTrackers:
            ServiceError(
                .conflict, "an account may have \(TrackerSettings.maximumCount) trackers; revoke one first")
        case .noForwarder: ServiceError(.notFound, "you have no forwarder with this id for this device")
        case .tooManyForwarders:
            ServiceError(
                .conflict, "a device may have \(CreateForwarder.maximumCount) forwarders; remove one first")
        case .tooManyForwardersOfAccount:
            ServiceError(
                .conflict, "an account may have \(CreateForwarder.maximumOfAccount) forwarders; remove one first")
        case .nothingToForward:
            ServiceError(.conflict, "the device has no place to send; let it report its place first")
        case .circle(let refusal): refusal.answer
        case .arrival(let refusal): refusal.answer
        }
    }
}

/// The key that a request shows. The texts about it are those of the reference server.
enum ShownKey: Sendable {
    case device
    case current
    /// The key of the device that asks about other devices.
    case reader

    fileprivate var textIfMissing: String {
        switch self {
        case .device: "DeviceKey is required for this device"
        case .current: "CurrentDeviceKey is required to change existing key"
        case .reader: textIfWrong
        }
    }

    fileprivate var textIfWrong: String {
        switch self {
        case .device: "DeviceKey does not match"
        case .current: "CurrentDeviceKey does not match"
        case .reader: "RequestMiataruDeviceKey does not match (strictDeviceKeyCheck is enabled)"
        }
    }
}
