// An update sorted by device, and for how long it stands.

import Models

/// What one update says of one device.
struct DeviceReport: Sendable {
    let device: DeviceID
    /// The different keys that the device's entries show; nil stands for an entry without one. Each has to be right.
    var keys: [DeviceKey?]
    /// In the order of the request; the last is the newest.
    var locations: [Location]

    /// One report a device, in the order in which the request first names them.
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

    /// Entries of a device mostly repeat its key; a row of different ones is kept whole.
    private mutating func add(_ entry: UpdateLocation.Entry) {
        locations.append(entry.location)
        switch (keys[keys.count - 1], entry.key) {
        case (nil, nil): break
        case (let last?, let key?) where last.secret.utf8.elementsEqual(key.secret.utf8): break
        default: keys.append(entry.key)
        }
    }
}

/// What becomes of an update's locations.
enum Keeping: Hashable, Sendable {
    /// Each joins its device's history and stays until newer ones push it out.
    case history
    /// The last of each device stands alone until then, and the device's history is erased.
    case until(UnixTime)
}
