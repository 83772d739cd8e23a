import Models

struct AccessRules: Sendable {
    let policy: LocationPolicy

    /// Nil if a caller who showed this key may act as the device's owner.
    func refusalOfOwner(of device: DeviceID, _ key: KeyCheck) -> Refusal? {
        switch key {
        case .noneConfigured, .proven: nil
        case .missing: .keyMissing(device)
        case .wrong: .keyWrong(device)
        }
    }

    /// Nil if a write may create the device, or if the device exists.
    func refusalOfNewDevice(_ device: DeviceID, isKnown: Bool) -> Refusal? {
        policy.requiresKeyOfNewDevices && !isKnown ? .newDeviceNeedsKey(device) : nil
    }

    /// Nil if the device has a key and that key was shown.
    func refusalOfUnproven(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .noneConfigured ? .noKeyConfigured(device) : refusalOfOwner(of: device, key)
    }

    /// As `refusalOfUnproven`, for calls whose texts no contract prescribes: one refusal for all, which reveals no device.
    func refusalOfClaimant(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .proven ? nil : .keyUnproven(device)
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
