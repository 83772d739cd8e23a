import Models

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
