// What a device that becomes known costs of what an address may make known.

import Models

extension DeviceID {
    /// A new device counts once for each so many bytes of its id, so that what an address makes this server keep is
    /// bounded in bytes too. The ids that apps make have 36 or 40, and count once.
    static let bytesOfShare = 64

    /// How often the device counts when it becomes known.
    var weightAsNew: Int { max(1, (text.utf8.count + DeviceID.bytesOfShare - 1) / DeviceID.bytesOfShare) }
}
