import Models

struct AccessRules: Sendable {
    let policy: LocationPolicy

    /// Nil if it may.
    func refusesOwner(of device: DeviceID, _ key: KeyCheck) -> Refusal? {
        switch key {
        case .noneConfigured, .proven: nil
        case .missing: .keyMissing(device)
        case .wrong: .keyWrong(device)
        }
    }

    /// Nil if a write may create the device, or if the device exists.
    func refusesNewcomer(_ device: DeviceID, isKnown: Bool) -> Refusal? {
        policy.requiresKeyOfNewDevices && !isKnown ? .newDeviceNeedsKey(device) : nil
    }

    /// Nil if it may. Reading one's own device is no exception.
    func refusesReader(_ reader: DeviceID, _ key: KeyCheck) -> Refusal? {
        policy.checksReaderKeys ? refusesOwner(of: reader, key) : nil
    }

    /// Nil if the device has a key and that key was shown.
    func refusesUnproven(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .noneConfigured ? .noKeyConfigured(device) : refusesOwner(of: device, key)
    }

    /// The owner is a reader like any other. Without an allowed list the data is visible to all; `isListed` is the right in
    /// question, `key` the check of the reader's own.
    func letsSee(hasAllowedList: Bool, isListed: Bool, _ key: KeyCheck) -> Bool {
        guard hasAllowedList else { return true }
        return isListed && (!policy.readersMustHoldKey || key == .proven)
    }
}

enum AllowedList {
    static let maximumLength = 256

    /// The list for storage: one entry per device, the last one given for it, at the position of its first. Throws
    /// `invalidRequest` beyond 256 entries.
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
