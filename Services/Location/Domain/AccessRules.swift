import Models

struct AccessRules: Sendable {
    let policy: LocationPolicy

    /// Returns the reason why a request may not act for a device; nil if it may.
    func refusesOwner(of device: DeviceID, _ key: KeyCheck) -> Refusal? {
        switch key {
        case .noneConfigured, .proven: nil
        case .missing: .keyMissing(device)
        case .wrong: .keyWrong(device)
        }
    }

    /// Returns the reason why a write may not create a device; nil if it may, or if the device exists.
    func refusesNewcomer(_ device: DeviceID, isKnown: Bool) -> Refusal? {
        policy.requiresKeyOfNewDevices && !isKnown ? .newDeviceNeedsKey(device) : nil
    }

    /// Returns the reason why a reader may not read at all; nil if it may. Reading one's own device is no exception.
    func refusesReader(_ reader: DeviceID, _ key: KeyCheck) -> Refusal? {
        policy.checksReaderKeys ? refusesOwner(of: reader, key) : nil
    }

    /// Returns the reason for refusing what needs a device with a key; nil if that key was shown.
    func refusesUnproven(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .noneConfigured ? .noKeyConfigured(device) : refusesOwner(of: device, key)
    }

    /// Returns whether the data of a device is visible. The owner is a reader like any other.
    /// - Parameters:
    ///   - hasAllowedList: Whether the device has an allowed list; without one, it is visible to all.
    ///   - isListed: Whether the list grants this reader the right in question.
    ///   - key: The check of the reader's own key.
    func letsSee(hasAllowedList: Bool, isListed: Bool, _ key: KeyCheck) -> Bool {
        guard hasAllowedList else { return true }
        return isListed && (!policy.readersMustHoldKey || key == .proven)
    }
}

enum AllowedList {
    static let maximumLength = 256

    /// Returns the list for storage: one entry per device, the last one given for it, at the position of its first one.
    ///
    /// Throws `invalidRequest` for more than 256 entries.
    static func checked(_ entries: [AllowedDevice]) throws(ServiceError) -> [AllowedDevice] {
        guard entries.count <= maximumLength else {
            throw ServiceError(.invalidRequest, "allowedDevices has more than \(maximumLength) entries")
        }
        var places: [DeviceID: Int] = [:]
        var kept: [AllowedDevice] = []
        for entry in entries {
            if let place = places[entry.device] {
                kept[place] = entry
            } else {
                places[entry.device] = kept.count
                kept.append(entry)
            }
        }
        return kept
    }
}
