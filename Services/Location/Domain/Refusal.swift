// The answers "no" that the rules of access can give.

import Models

/// Why the rules do not let a request through.
enum Refusal: ServiceRefusal, Hashable {
    /// The device has a key and the request shows none.
    case keyMissing(DeviceID)
    /// The device has a key and the request shows another. A wrong guess, to be counted against its budget.
    case keyWrong(DeviceID)
    /// What is asked for needs a device with a key, and this one has none.
    case noKeyConfigured(DeviceID)
    /// The device has no key in whose place an operator could put another one.
    case noKeyToReset(DeviceID)
    /// The device was never seen, and this installation wants new devices to be given a key first.
    case newDeviceNeedsKey(DeviceID)
    /// The device has a key, and guests who cannot show one get nothing here.
    case closedToGuests(DeviceID)
    /// The request would make devices known that weigh so much together, more than it was told that they may.
    case newDevices(Int)
    /// The address has made too many devices known of late.
    case tooManyNewDevices(retryAfter: Int)
    /// The request would make more devices known than an address may in an hour.
    case moreNewDevicesThanEver(Int)
    /// Somebody who held the device's key has changed it since the account claimed the device.
    case keyChangedSinceClaim(DeviceID)
    /// The account has claimed as many devices as an account may.
    case tooManyClaims
    /// The account has not claimed the device, or for an operator: the device is not known.
    case notYours(DeviceOwner)
    /// No device is handed over by this ticket: it is unknown, was used, is over, or the claim does not count any more.
    case unknownTicket
    /// The account would take over a device that it has claimed itself.
    case takesOwnDevice
    /// The account has been erased.
    case accountErased
}

/// Which key a request shows; the texts name it as the reference server does.
enum ShownKey: Sendable {
    /// The key of the device that the request is about.
    case device
    /// The present key of the device that is to get another one.
    case current
    /// The key of the device that asks about others.
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

extension Refusal {
    /// The device of which a wrong key was shown. Where a key is set, the new one is a guess too.
    func wrongGuess(_ key: ShownKey) -> DeviceID? {
        switch (self, key) {
        case (.keyWrong(let device), _), (.keyMissing(let device), .current): device
        default: nil
        }
    }

    /// What the client is told when the request shows the key of the device that it is about.
    var answer: ServiceError { answer(.device) }

    /// What the client is told.
    /// - Parameter key: which key the request shows.
    func answer(_ key: ShownKey) -> ServiceError {
        switch self {
        case .keyMissing:
            ServiceError(.forbidden, key.textIfMissing)
        case .keyWrong:
            ServiceError(.forbidden, key.textIfWrong)
        case .noKeyConfigured:
            ServiceError(.forbidden, "a DeviceKey has to be configured first (setDeviceKey)")
        case .noKeyToReset:
            ServiceError(
                .conflict, "this device has no key to reset; its user sets the first one")
        case .newDeviceNeedsKey:
            ServiceError(.forbidden, "a new device has to be given a DeviceKey first (setDeviceKey)")
        case .closedToGuests:
            ServiceError(.authenticationRequired, "GetLocationGeoJSON is not available when DeviceKey is set")
        case .newDevices:
            ServiceError(.rateLimited, "too many new devices", retryAfter: 1)
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
        case .notYours(.account):
            ServiceError(.notFound, "you have not claimed this device")
        case .notYours(.operator):
            ServiceError(.notFound, "this device is not known")
        case .unknownTicket:
            ServiceError(
                .invalidToken,
                "this ticket is not valid, or no longer; ask the user who gave it to you for another one")
        case .takesOwnDevice:
            ServiceError(.conflict, "you have claimed this device yourself; the ticket is for another user")
        case .accountErased:
            ServiceError(.accountGone, "User not found")
        }
    }
}
