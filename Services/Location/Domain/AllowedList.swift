// What an allowed list holds once it is taken.

import Models

/// The rules for a device's allowed list.
enum AllowedList {
    /// The most entries in one request.
    static let maximumLength = 256

    /// The list as it is kept: one entry a device, the last one given for it, where its first one stood.
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
