// What the writes of location keep to that look at some devices alone, and at nothing of an account.

import Models
import Storage

extension WritePartition {
    /// A device and all that hangs on it.
    static func device(_ device: DeviceID) -> WritePartition { .key(device.text) }

    /// Several of them.
    static func devices(_ devices: [DeviceID]) -> WritePartition { .keys(devices.map(\.text)) }

    /// Visits for which no answer waits, one write after another. No device is called as the first key is.
    static func laterVisits(to devices: [DeviceID]) -> WritePartition { .keys(["\0"] + devices.map(\.text)) }
}
