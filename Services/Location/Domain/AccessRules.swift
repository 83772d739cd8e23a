// Who may write a device and who may see it.

import Models

/// The rules of access: facts about devices and shown keys in, decisions out.
struct AccessRules: Sendable {
    let policy: LocationPolicy

    /// Why a device may not be acted for; nil when it may.
    func refusesOwner(of device: DeviceID, _ key: KeyCheck) -> Refusal? {
        switch key {
        case .noneConfigured, .proven: nil
        case .missing: .keyMissing(device)
        case .wrong: .keyWrong(device)
        }
    }

    /// Why a device may not become known by what it writes; nil when it may, or is known already.
    func refusesNewcomer(_ device: DeviceID, isKnown: Bool) -> Refusal? {
        policy.requiresKeyOfNewDevices && !isKnown ? .newDeviceNeedsKey(device) : nil
    }

    /// Why a reader may not read at all; nil when it may. Reading oneself is no exception.
    func refusesReader(_ reader: DeviceID, _ key: KeyCheck) -> Refusal? {
        policy.checksReaderKeys ? refusesOwner(of: reader, key) : nil
    }

    /// Why someone may not do what only a device with a key may; nil when it showed that key.
    func refusesUnproven(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .noneConfigured ? .noKeyConfigured(device) : refusesOwner(of: device, key)
    }

    /// Whether what a device has may be seen, the owner being a reader like any other.
    /// - Parameters:
    ///   - hasAllowedList: whether the device has an allowed list; without one everybody sees it.
    ///   - isListed: whether the list gives this reader the right in question.
    ///   - key: what the reader proved about its own device.
    func letsSee(hasAllowedList: Bool, isListed: Bool, _ key: KeyCheck) -> Bool {
        guard hasAllowedList else { return true }
        return isListed && (!policy.readersMustHoldKey || key == .proven)
    }
}
