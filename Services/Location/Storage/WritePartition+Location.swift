// What the writes of location keep to, those that change no feed.

import Models
import Storage

extension WritePartition {
    /// A device and all that hangs on it. Of several devices it is the first: the others are seldom written to at the
    /// same moment, and then the database finds that out.
    static func device(_ device: DeviceID) -> WritePartition { .key(device.text) }

    /// Visits for which no answer waits.
    static let laterVisits = WritePartition.key("later visits")

    /// What the purge deletes.
    static let housekeeping = WritePartition.key("housekeeping")
}
