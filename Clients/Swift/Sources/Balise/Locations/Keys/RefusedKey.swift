import BaliseAPI

extension BaliseError.Code {
    /// The server requires the device's key, and no key is stored here. The SDK sets this code instead of `forbidden`.
    public static let deviceKeyUnknown = Self(rawValue: "DEVICE_KEY_UNKNOWN")
    /// The stored key is not the key that the server has. The SDK sets this code instead of `forbidden`.
    public static let deviceKeyWrong = Self(rawValue: "DEVICE_KEY_WRONG")
}

extension BaliseError {
    /// Whether the server answered 403, which in the Miataru API means a missing or wrong key.
    var isForbidden: Bool {
        guard case .refused(let refusal) = self else { return false }
        return refusal.status == 403
    }

    /// Returns a 403 with the code and text that say what is wrong with the key; any other error unchanged.
    /// - Parameter hadKey: Whether the call sent a key.
    func advised(on device: LocationDeviceID, hadKey: Bool) -> BaliseError {
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

    /// Returns a 403 with the code and text for a user who has just entered a key; any other error unchanged.
    func advisedOnEntering(_ device: LocationDeviceID) -> BaliseError {
        guard isForbidden, case .refused(var refusal) = self else { return self }
        refusal.code = .deviceKeyWrong
        refusal.message = "This is not the DeviceKey of \(device), or it has none yet (keys.set). Nothing was changed."
        return .refused(refusal)
    }

    /// Whether the server certainly has not done the work and will not do it later.
    var isCertainlyUndone: Bool {
        switch self {
        // A server with a defect or a timeout may have done the work; an overloaded server (503) has not.
        case .refused(let refusal): refusal.status < 500 && refusal.status != 408 || refusal.status == 503
        case .invalid, .signedOut: true
        case .unreachable, .timedOut, .cancelled, .unreadable, .storage, .system: false
        }
    }
}
