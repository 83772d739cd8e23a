/// Bytes of the system's generator, which is cryptographically secure.
///
/// - Parameter count: In bytes, 0 or more.
public func systemRandomBytes(_ count: Int) -> [UInt8] {
    // The generator asks the system for eight bytes each time, so a call for each byte would cost eight times as much.
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
        withUnsafeBytes(of: generator.next() as UInt64) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
}
