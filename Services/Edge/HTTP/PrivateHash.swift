// Telling answers apart without telling what they are.

/// A hash under a key of this process. Whoever finds it in a proxy's log cannot try out what it is of; to another
/// process it says nothing.
func privateHash(of bytes: some Sequence<UInt8>) -> String {
    var hasher = Hasher()
    // Seeded at random when the process starts.
    if bytes.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
        for byte in bytes { hasher.combine(byte) }
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
}
