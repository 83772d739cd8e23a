import Models

struct AccessRules: Sendable {
    let policy: LocationPolicy

    /// Why a caller may not act as the device's owner; nil if the shown key is right, or the device has no key.
    func refusalOfOwner(of device: DeviceID, _ key: KeyCheck) -> Refusal? {
        switch key {
        case .noneConfigured, .proven: nil
        case .missing: .keyMissing(device)
        case .wrong: .keyWrong(device)
        }
    }

    /// Why a write may not create the device; nil if it may, or if the device exists.
    func refusalOfNewDevice(_ device: DeviceID, isKnown: Bool) -> Refusal? {
        policy.requiresKeyOfNewDevices && !isKnown ? .newDeviceNeedsKey(device) : nil
    }

    /// Why a caller has not proven the key; nil only if the device has a key and the caller showed it.
    func refusalOfUnproven(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .noneConfigured ? .noKeyConfigured(device) : refusalOfOwner(of: device, key)
    }

    /// Like `refusalOfUnproven`, for calls whose texts no contract prescribes: one refusal for all cases, which does
    /// not reveal whether the device exists.
    func refusalOfClaimant(_ device: DeviceID, _ key: KeyCheck) -> Refusal? {
        key == .proven ? nil : .keyUnproven(device)
    }
}

enum AllowedList {
    static let maximumLength = 256

    /// Returns the list for storage, with one entry for each device. If a device occurs more than once, its last entry
    /// counts, at the position of its first entry. Throws `invalidRequest` for more than 256 entries.
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
