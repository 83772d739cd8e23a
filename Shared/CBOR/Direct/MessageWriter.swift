/// A growing buffer of CBOR items (RFC 8949) in the deterministic encoding of section 4.2.1.
public struct MessageWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    @usableFromInline var end = 0
    /// The latest key of the current map, and the number of its fields.
    @usableFromInline var fields = Fields()

    @usableFromInline
    struct Fields {
        @usableFromInline var start = 0
        @usableFromInline var count = 0
        @usableFromInline var lastKey = -1
    }

    /// Creates an empty writer with room for `capacity` bytes. The buffer grows when needed.
    public init(capacity: Int = 512) {
        self.capacity = max(capacity, 16)
        base = .allocate(byteCount: self.capacity, alignment: 8)
    }

    deinit { base.deallocate() }

    @inlinable public var count: Int { end }

    /// The written bytes, valid until the writer changes.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    // MARK: Fields

    /// Writes a field. The keys of a map must ascend.
    @inlinable
    public mutating func put(_ key: some RawRepresentable<Int>, _ value: some DirectlyCoded) {
        writeKey(key.rawValue)
        value.write(to: &self)
    }

    /// Writes a field; nil writes nothing.
    @inlinable
    public mutating func put(_ key: some RawRepresentable<Int>, _ value: (some DirectlyCoded)?) {
        guard let value else { return }
        writeKey(key.rawValue)
        value.write(to: &self)
    }

    /// Starts a field. Its value must be written next.
    @inlinable
    public mutating func writeKey(_ key: Int) {
        assert(key > fields.lastKey, "the keys of a map ascend")
        fields.lastKey = key
        fields.count += 1
        writeHead(0, UInt64(key))
    }

    public struct OuterMap {
        fileprivate let fields: Fields
    }

    /// Starts a map. Its fields must be written next.
    public mutating func beginMap() -> OuterMap {
        let outer = OuterMap(fields: fields)
        fields = Fields(start: count)
        writeByte(0)
        return outer
    }

    /// Ends the map that was started last; pass the result of `beginMap`.
    public mutating func endMap(_ outer: OuterMap) {
        if fields.count < 24 {
            base.storeBytes(of: MajorType.map << 5 | UInt8(fields.count), toByteOffset: fields.start, as: UInt8.self)
        } else {
            let content = [UInt8](bytes[(fields.start + 1)...])
            end = fields.start
            writeHead(MajorType.map, UInt64(fields.count))
            content.withUnsafeBytes { append($0) }
        }
        fields = outer.fields
    }

    // MARK: Items

    /// Writes the head of an array. Its elements must be written next.
    public mutating func writeArrayHead(_ count: Int) { writeHead(MajorType.array, UInt64(count)) }

    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            writeHead(MajorType.text, UInt64(utf8.count))
            append(UnsafeRawBufferPointer(utf8))
        }
    }

    public mutating func write(_ bytes: [UInt8]) {
        writeHead(MajorType.bytes, UInt64(bytes.count))
        bytes.withUnsafeBytes { append($0) }
    }

    public mutating func write(_ integer: UInt64) { writeHead(MajorType.unsigned, integer) }

    public mutating func write(_ integer: Int64) {
        if integer < 0 {
            writeHead(MajorType.negative, UInt64(~integer))
        } else {
            writeHead(MajorType.unsigned, UInt64(integer))
        }
    }

    /// Writes a number in the fewest bytes that keep its exact value.
    public mutating func write(_ number: Double) {
        if let single = number.exactSingle { return write(single: single) }
        reserve(9)
        store(CBORByte.double)
        store(number.bitPattern)
    }

    mutating func write(single: UInt32) {
        reserve(5)
        if let half = Float.exactHalf(of: single) {
            store(CBORByte.half)
            store(half)
        } else {
            store(CBORByte.single)
            store(single)
        }
    }

    public mutating func write(_ value: Bool) { writeByte(value ? CBORByte.true : CBORByte.false) }

    public mutating func writeNull() { writeByte(CBORByte.null) }

    // MARK: Bytes

    public mutating func append(_ other: UnsafeRawBufferPointer) {
        guard let start = other.baseAddress else { return }
        reserve(other.count)
        (base + count).copyMemory(from: start, byteCount: other.count)
        end += other.count
    }

    public mutating func appendZeros(_ number: Int) {
        reserve(number)
        (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: number)
        end += number
    }

    mutating func writeByte(_ byte: UInt8) {
        reserve(1)
        base.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end += 1
    }

    @inlinable
    @inline(__always)
    mutating func writeHead(_ major: UInt8, _ argument: UInt64) {
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

    /// Stores an integer. The caller has made room for it.
    @inlinable
    @inline(__always)
    mutating func store<I: FixedWidthInteger>(_ integer: I) {
        base.storeBytes(of: integer.bigEndian, toByteOffset: end, as: I.self)
        end += MemoryLayout<I>.size
    }

    @inlinable
    @inline(__always)
    mutating func reserve(_ needed: Int) {
        if capacity - count < needed { grow(by: needed) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(by needed: Int) {
        capacity = max(capacity * 2, count + needed)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = larger
    }
}
