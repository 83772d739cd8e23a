import Models
import Storage

extension WritePartition {
    static func device(_ device: DeviceID) -> WritePartition { .key(device.text) }

    static func devices(_ devices: [DeviceID]) -> WritePartition { .keys(devices.map(\.text)) }
}
