import Models

struct DeviceReport: Sendable {
    let device: DeviceID
    /// The different keys in the device's entries; nil for an entry without one. Each of them must be right.
    var keys: [DeviceKey?]
    /// In the order of the request; the last is the newest.
    var locations: [Location]

    /// One report per device, in the order in which the request first names the devices.
    static func reports(_ entries: [UpdateLocation.Entry]) -> [DeviceReport] {
        if entries.count == 1 {
            return [DeviceReport(device: entries[0].device, keys: [entries[0].key], locations: [entries[0].location])]
        }
        var places: [DeviceID: Int] = [:]
        var reports: [DeviceReport] = []
        for entry in entries {
            if let place = places[entry.device] {
                reports[place].add(entry)
            } else {
                places[entry.device] = reports.count
                reports.append(DeviceReport(device: entry.device, keys: [entry.key], locations: [entry.location]))
            }
        }
        return reports
    }

    /// A device usually repeats one key, so only a change of key is added.
    private mutating func add(_ entry: UpdateLocation.Entry) {
        locations.append(entry.location)
        switch (keys[keys.count - 1], entry.key) {
        case (nil, nil): break
        case (let last?, let key?) where last.secret.utf8.elementsEqual(key.secret.utf8): break
        default: keys.append(entry.key)
        }
    }
}

enum Keeping: Hashable, Sendable {
    /// Until newer ones replace it.
    case history
    /// Only the last one of each device is stored, until the given time. The device's history is deleted.
    case until(UnixTime)
}

extension DeviceID {
    /// A new device counts once for each 64 bytes of its id, which also limits the bytes that an address can store here. The
    /// ids of apps have 36 or 40 bytes.
    static let bytesOfShare = 64

    var weightAsNew: Int { max(1, (text.utf8.count + DeviceID.bytesOfShare - 1) / DeviceID.bytesOfShare) }
}
