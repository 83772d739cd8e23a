/// A key of this process: a reader of a proxy's log cannot guess the input, and the hash has no meaning elsewhere.
func privateHash(of bytes: some Sequence<UInt8>) -> String {
    var hasher = Hasher()
    // Swift seeds it at random when the process starts.
    if bytes.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
        for byte in bytes { hasher.combine(byte) }
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
}
