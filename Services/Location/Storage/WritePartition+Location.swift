// What the writes of location keep to that look at some devices alone, and at nothing of an account.

import Models
import Storage

extension WritePartition {
    /// A device and all that hangs on it.
    static func device(_ device: DeviceID) -> WritePartition { .key(device.text) }

    /// Several of them.
    static func devices(_ devices: [DeviceID]) -> WritePartition { .keys(devices.map(\.text)) }
}
