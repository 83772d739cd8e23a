/// A hash under a key of this process. A reader of a proxy's log cannot guess its input, and it has no meaning in
/// another process.
func privateHash(of bytes: some Sequence<UInt8>) -> String {
    var hasher = Hasher()
    // Swift seeds it at random when the process starts.
    if bytes.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
        for byte in bytes { hasher.combine(byte) }
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
}
