// What a refused DeviceKey means to the app that showed it, or did not.

import BaliseAPI

extension BaliseError.Code {
    /// The server wants the DeviceKey of a device, and none is kept here. The SDK says this in place of `forbidden`.
    public static let deviceKeyUnknown = Self(rawValue: "DEVICE_KEY_UNKNOWN")
    /// The DeviceKey that is kept here is not the one that the server knows. The SDK says this in place of `forbidden`.
    public static let deviceKeyWrong = Self(rawValue: "DEVICE_KEY_WRONG")
}

extension BaliseError {
    /// Whether the server refused with 403, which in the Miataru API speaks of a key.
    var isForbidden: Bool {
        guard case .refused(let refusal) = self else { return false }
        return refusal.status == 403
    }

    /// For a 403, what the app can do about it; any other error as it is.
    ///
    /// - Parameter hadKey: Whether a key was shown.
    func advised(on device: MiataruDeviceID, hadKey: Bool) -> BaliseError {
        guard isForbidden, case .refused(var refusal) = self else { return self }
        refusal.code = hadKey ? .deviceKeyWrong : .deviceKeyUnknown
        refusal.message =
            hadKey
            ? "The DeviceKey kept here for \(device) is not the one that the server knows: it was changed elsewhere. "
                + "Have its owner enter the present one (keys.adopt), or reset it as the account that claimed the device "
                + "(keys.reset)."
            : "The server wants a DeviceKey for \(device), and none is kept here. Set one if the device is new (keys.set), "
                + "have its owner enter the one that it has (keys.adopt), or reset it as the account that claimed the "
                + "device (keys.reset)."
        return .refused(refusal)
    }

    /// For a 403, what to say to somebody who has entered a key; any other error as it is.
    func advisedOnEntering(_ device: MiataruDeviceID) -> BaliseError {
        guard isForbidden, case .refused(var refusal) = self else { return self }
        refusal.code = .deviceKeyWrong
        refusal.message =
            "This is not the DeviceKey of \(device), or it has none yet (keys.set). Nothing was changed."
        return .refused(refusal)
    }

    /// Whether it is certain that the server did not do what it was asked, and will not later.
    var isCertainlyUndone: Bool {
        switch self {
        // A server that is defective, or gave up waiting for one of its parts, may have done it; an overloaded one has
        // not.
        case .refused(let refusal): refusal.status < 500 && refusal.status != 408 || refusal.status == 503
        case .invalid, .signedOut: true
        case .unreachable, .timedOut, .cancelled, .unreadable, .storage, .system: false
        }
    }
}
