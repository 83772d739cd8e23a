import Models

extension DeviceID {
    /// A new device counts once for each 64 bytes of its id, which also limits the bytes that an address can make this
    /// server store. The ids of apps have 36 or 40 bytes, and count once.
    static let bytesOfShare = 64

    /// The number of new devices that this one counts for.
    var weightAsNew: Int { max(1, (text.utf8.count + DeviceID.bytesOfShare - 1) / DeviceID.bytesOfShare) }
}
