// Writing CBOR (RFC 8949) without the general coder.

/// Bytes that grow at the end, and the CBOR items of which messages are made.
///
/// Lengths are definite and heads as short as can be, as the deterministic encoding of section 4.2.1 wants them.
public struct MessageWriter: ~Copyable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes were written.
    public private(set) var count = 0
    /// Of the map that is being written: its latest key and how many there are.
    private var fields = Fields()

    fileprivate struct Fields {
        var start = 0
        var count = 0
        var lastKey = -1
    }

    /// An empty writer with room for `capacity` bytes; it takes more when they come.
    public init(capacity: Int = 512) {
        self.capacity = max(capacity, 16)
        base = .allocate(byteCount: self.capacity, alignment: 8)
    }

    deinit { base.deallocate() }

    /// What was written; good until the next change.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    // MARK: Fields

    /// Writes a field. Keys must ascend.
    @inlinable
    public mutating func put(_ key: some RawRepresentable<Int>, _ value: some DirectlyCoded) {
        writeKey(key.rawValue)
        value.write(to: &self)
    }

    /// Writes a field, or nothing when there is no value.
    @inlinable
    public mutating func put(_ key: some RawRepresentable<Int>, _ value: (some DirectlyCoded)?) {
        guard let value else { return }
        writeKey(key.rawValue)
        value.write(to: &self)
    }

    /// Begins a field: its value is to be written next.
    public mutating func writeKey(_ key: Int) {
        assert(key > fields.lastKey, "the keys of a map ascend")
        fields.lastKey = key
        fields.count += 1
        writeHead(0, UInt64(key))
    }

    /// The map around one that was begun.
    public struct OuterMap {
        fileprivate let fields: Fields
    }

    /// Begins a map, whose fields are to be written next.
    public mutating func beginMap() -> OuterMap {
        let outer = OuterMap(fields: fields)
        fields = Fields(start: count)
        // In the place of the head, which is known when the map ends.
        writeByte(0)
        return outer
    }

    /// Ends the map that was begun last; `outer` is what its beginning returned.
    public mutating func endMap(_ outer: OuterMap) {
        if fields.count < 24 {
            base.storeBytes(of: 5 << 5 | UInt8(fields.count), toByteOffset: fields.start, as: UInt8.self)
        } else {
            makeRoomForLongHead()
        }
        fields = outer.fields
    }

    /// A map of 24 fields or more has a head of more than one byte. Its content moves.
    private mutating func makeRoomForLongHead() {
        let content = [UInt8](UnsafeRawBufferPointer(rebasing: bytes[(fields.start + 1)...]))
        count = fields.start
        writeHead(5, UInt64(fields.count))
        content.withUnsafeBytes { append($0) }
    }

    // MARK: Items

    /// Writes the head of an array; its elements are to be written next.
    public mutating func writeArrayHead(_ count: Int) { writeHead(4, UInt64(count)) }

    /// Writes a text.
    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            writeHead(3, UInt64(utf8.count))
            append(UnsafeRawBufferPointer(utf8))
        }
    }

    /// Writes a byte string.
    public mutating func write(_ bytes: [UInt8]) {
        writeHead(2, UInt64(bytes.count))
        bytes.withUnsafeBytes { append($0) }
    }

    /// Writes an integer that is not negative.
    public mutating func write(_ integer: UInt64) { writeHead(0, integer) }

    /// Writes an integer.
    public mutating func write(_ integer: Int64) {
        if integer < 0 { writeHead(1, UInt64(~integer)) } else { writeHead(0, UInt64(integer)) }
    }

    /// Writes a number in the fewest bytes that keep every bit of it.
    public mutating func write(_ number: Double) {
        reserve(9)
        guard let single = number.exactSingle else {
            store(0xFB as UInt8)
            return store(number.bitPattern)
        }
        if let half = Float.exactHalf(of: single) {
            store(0xF9 as UInt8)
            store(half)
        } else {
            store(0xFA as UInt8)
            store(single)
        }
    }

    /// Writes a boolean.
    public mutating func write(_ value: Bool) { writeByte(value ? 0xF5 : 0xF4) }

    /// Writes a null.
    public mutating func writeNull() { writeByte(0xF6) }

    // MARK: Bytes

    /// Appends bytes as they are.
    public mutating func append(_ other: UnsafeRawBufferPointer) {
        guard let start = other.baseAddress else { return }
        reserve(other.count)
        (base + count).copyMemory(from: start, byteCount: other.count)
        count += other.count
    }

    /// Appends this many zeros.
    public mutating func appendZeros(_ number: Int) {
        reserve(number)
        (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: number)
        count += number
    }

    private mutating func writeByte(_ byte: UInt8) {
        reserve(1)
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// A major type and its argument.
    @inline(__always)
    private mutating func writeHead(_ major: UInt8, _ argument: UInt64) {
        reserve(9)
        let first = major << 5
        switch argument {
        case ..<24: store(first | UInt8(truncatingIfNeeded: argument))
        case ...0xFF:
            store(first | 24)
            store(UInt8(truncatingIfNeeded: argument))
        case ...0xFFFF:
            store(first | 25)
            store(UInt16(truncatingIfNeeded: argument))
        case ...0xFFFF_FFFF:
            store(first | 26)
            store(UInt32(truncatingIfNeeded: argument))
        default:
            store(first | 27)
            store(argument)
        }
    }

    /// For which there is room.
    @inline(__always)
    private mutating func store<I: FixedWidthInteger>(_ integer: I) {
        base.storeBytes(of: integer.bigEndian, toByteOffset: count, as: I.self)
        count += MemoryLayout<I>.size
    }

    @inline(__always)
    private mutating func reserve(_ needed: Int) {
        if capacity - count < needed { grow(by: needed) }
    }

    @inline(never)
    private mutating func grow(by needed: Int) {
        capacity = max(capacity * 2, count + needed)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = larger
    }
}
