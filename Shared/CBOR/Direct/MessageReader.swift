/// Reads CBOR (RFC 8949) in the form of `MessageWriter`: definite lengths and ascending keys. Throws
/// `UnsupportedEncoding` for any other form. The bytes must outlive the reader.
public struct MessageReader {
    private let base: UnsafeRawPointer?
    private let end: Int
    var position = 0
    private var fieldsLeft = 0

    public init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress
        end = bytes.count
    }

    public var isAtEnd: Bool { position == end }

    /// The number of remaining bytes. No more items than this can follow.
    public var bytesLeft: Int { end - position }

    // MARK: Fields

    /// Reads a required field.
    @inlinable
    public mutating func take<Value: DirectlyCoded>(
        _ key: some RawRepresentable<Int>
    ) throws(UnsupportedEncoding) -> Value {
        guard try passKey(key.rawValue) else { throw UnsupportedEncoding() }
        return try Value(reading: &self)
    }

    /// Reads an optional field; nil if it is missing.
    @inlinable
    public mutating func takeIfPresent<Value: DirectlyCoded>(
        _ key: some RawRepresentable<Int>
    ) throws(UnsupportedEncoding) -> Value? {
        guard try passKey(key.rawValue) else { return nil }
        return try Value(reading: &self)
    }

    /// Skips a key and returns true. If the next key is another key, skips nothing and returns false.
    public mutating func passKey(_ key: Int) throws(UnsupportedEncoding) -> Bool {
        guard fieldsLeft > 0 else { return false }
        let start = position
        guard try head(0) == key else {
            position = start
            return false
        }
        fieldsLeft -= 1
        return true
    }

    public struct OuterMap {
        fileprivate let fieldsLeft: Int
    }

    public mutating func beginMap() throws(UnsupportedEncoding) -> OuterMap {
        let outer = OuterMap(fieldsLeft: fieldsLeft)
        fieldsLeft = try head(5)
        return outer
    }

    /// Ends a map. Throws if a field of the map was not read.
    public mutating func endMap(_ outer: OuterMap) throws(UnsupportedEncoding) {
        guard fieldsLeft == 0 else { throw UnsupportedEncoding() }
        fieldsLeft = outer.fieldsLeft
    }

    // MARK: Items

    /// Reads the head of an array. Returns the number of its elements, which is at most the number of remaining bytes.
    public mutating func readArrayHead() throws(UnsupportedEncoding) -> Int {
        let count = try head(4)
        guard count <= bytesLeft else { throw UnsupportedEncoding() }
        return count
    }

    public mutating func readText() throws(UnsupportedEncoding) -> String {
        guard let text = String(exactly: try passBytes(head(3))) else { throw UnsupportedEncoding() }
        return text
    }

    public mutating func readBytes() throws(UnsupportedEncoding) -> [UInt8] { [UInt8](try passBytes(head(2))) }

    public mutating func readUnsigned() throws(UnsupportedEncoding) -> UInt64 { try argument(0) }

    public mutating func readInteger() throws(UnsupportedEncoding) -> Int64 {
        guard try nextByte() >> 5 == 1 else { return Int64(try head(0)) }
        return ~Int64(try head(1))
    }

    public mutating func readDouble() throws(UnsupportedEncoding) -> Double {
        let first = try nextByte()
        position += 1
        switch first {
        case 0xFB: return Double(bitPattern: try load())
        case 0xFA: return Double(wideningSingle: try load())
        case 0xF9: return Double(wideningHalf: try load())
        default: throw UnsupportedEncoding()
        }
    }

    public mutating func readBool() throws(UnsupportedEncoding) -> Bool {
        let byte = try nextByte()
        guard byte | 1 == 0xF5 else { throw UnsupportedEncoding() }
        position += 1
        return byte == 0xF5
    }

    /// Skips a null and returns true. If the next item is not a null, skips nothing and returns false.
    public mutating func passNull() throws(UnsupportedEncoding) -> Bool {
        guard try nextByte() == 0xF6 else { return false }
        position += 1
        return true
    }

    @inline(__always)
    func nextByte() throws(UnsupportedEncoding) -> UInt8 {
        guard let base, position < end else { throw UnsupportedEncoding() }
        return base.load(fromByteOffset: position, as: UInt8.self)
    }

    /// Skips the content of a string, and returns it. It is valid as long as the input is valid.
    @inline(__always)
    mutating func passBytes(_ count: Int) throws(UnsupportedEncoding) -> UnsafeRawBufferPointer {
        guard count <= bytesLeft, let base else { throw UnsupportedEncoding() }
        defer { position += count }
        return UnsafeRawBufferPointer(start: base + position, count: count)
    }

    @inline(__always)
    private mutating func load<I: FixedWidthInteger>() throws(UnsupportedEncoding) -> I {
        let size = MemoryLayout<I>.size
        guard size <= bytesLeft, let base else { throw UnsupportedEncoding() }
        defer { position += size }
        return I(bigEndian: base.loadUnaligned(fromByteOffset: position, as: I.self))
    }

    @inline(__always)
    private mutating func head(_ major: UInt8) throws(UnsupportedEncoding) -> Int {
        guard let argument = Int(exactly: try argument(major)) else { throw UnsupportedEncoding() }
        return argument
    }

    @inline(__always)
    private mutating func argument(_ major: UInt8) throws(UnsupportedEncoding) -> UInt64 {
        let first = try nextByte()
        guard first >> 5 == major else { throw UnsupportedEncoding() }
        position += 1
        if first & 31 < 24 { return UInt64(first & 31) }
        return try longArgument(first & 31)
    }

    @inline(never)
    mutating func longArgument(_ code: UInt8) throws(UnsupportedEncoding) -> UInt64 {
        guard code < 28 else { throw UnsupportedEncoding() }
        let size = 1 << (Int(code) - 24)
        guard size <= bytesLeft, let base else { throw UnsupportedEncoding() }
        var argument: UInt64 = 0
        for offset in position..<position + size {
            argument = argument << 8 | UInt64(base.load(fromByteOffset: offset, as: UInt8.self))
        }
        position += size
        return argument
    }
}
