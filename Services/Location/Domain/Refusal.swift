// The answers "no" that the rules of access can give.

import Models

/// Why the rules do not let a request through.
enum Refusal: Error, Hashable, Sendable {
    /// The device has a key and the request shows none.
    case keyMissing(DeviceID)
    /// The device has a key and the request shows another. A wrong guess, to be counted against its budget.
    case keyWrong(DeviceID)
    /// What is asked for needs a device with a key, and this one has none.
    case noKeyConfigured(DeviceID)
    /// The device was never seen, and this installation wants new devices to be given a key first.
    case newDeviceNeedsKey(DeviceID)
    /// The device has a key, and guests who cannot show one get nothing here.
    case closedToGuests(DeviceID)
    /// Another account has claimed the device.
    case claimedByAnother(DeviceID)
    /// The account has claimed as many devices as an account may.
    case tooManyClaims
    /// The account has not claimed the device, or for an operator: the device is not known.
    case notYours(DeviceOwner)
    /// The account has been erased.
    case accountErased
}

extension Refusal {
    /// What the client is told.
    var answer: ServiceError {
        switch self {
        case .keyMissing, .keyWrong:
            ServiceError(.forbidden, "DeviceKey does not match")
        case .noKeyConfigured:
            ServiceError(.forbidden, "a DeviceKey has to be configured first (setDeviceKey)")
        case .newDeviceNeedsKey:
            ServiceError(.forbidden, "a new device has to be given a DeviceKey first (setDeviceKey)")
        case .closedToGuests:
            ServiceError(.authenticationRequired, "the device is protected by a DeviceKey")
        case .claimedByAnother:
            ServiceError(.conflict, "another account has claimed this device")
        case .tooManyClaims:
            ServiceError(.conflict, "an account may claim \(DeviceClaim.maximumCount) devices; release one first")
        case .notYours(.account):
            ServiceError(.notFound, "you have not claimed this device")
        case .notYours(.operator):
            ServiceError(.notFound, "this device is not known")
        case .accountErased:
            ServiceError(.accountGone, "User not found")
        }
    }
}
