// The first of decoding's two passes: is the input well-formed CBOR, and where is each item?

/// Where the items of an encoded value are, in the order of their first bytes.
///
/// Each item has a cell, and a map has a second one. With the outline made, going to the next item or past a whole
/// container is one step, and no offset needs another check.
struct Outline: ~Copyable {
    struct Cell {
        /// Where the item's head is, after its tags. In a map's second cell: the key after the one found last.
        var offset: UInt32
        /// The cell of the item after this one and its contents. Unused in a map's second cell.
        var next: UInt32
    }

    let base: UnsafeRawPointer
    private let count: Int
    private(set) var cells: UnsafeMutablePointer<Cell>
    private(set) var cellCount = 0
    private var capacity: Int
    private var offset = 0

    /// Reads `bytes`, which are at `base`, to their end.
    init(of bytes: UnsafeRawBufferPointer, at base: UnsafeRawPointer) throws(CBORError) {
        self.base = base
        count = bytes.count
        // Most items of a message are longer than a byte: this is seldom too small for a short message, and a long
        // one starts no larger than a short one.
        capacity = min(count + 1, 256)
        cells = .allocate(capacity: capacity)
        guard count <= CBORLimit.size else { throw .outOfRange(at: 0) }
        try addItem(depth: 0)
        guard offset == count else { throw .trailingBytes(at: offset) }
    }

    /// Reads `bytes`, which are at `base` and hold any number of items.
    init(ofItemsIn bytes: UnsafeRawBufferPointer, at base: UnsafeRawPointer) throws(CBORError) {
        self.base = base
        count = bytes.count
        capacity = min(count + 1, 256)
        cells = .allocate(capacity: capacity)
        guard count <= CBORLimit.size else { throw .outOfRange(at: 0) }
        while offset < count { try addItem(depth: 0) }
    }

    deinit { cells.deallocate() }

    /// Reads one item and all that is in it.
    private mutating func addItem(depth: Int) throws(CBORError) {
        var start = offset
        var head = try nextByte()
        while head >> 5 == MajorType.tag {
            _ = try argument(of: head, at: start)
            start = offset
            head = try nextByte()
        }
        let cell = addCell(at: start)
        switch head >> 5 {
        case MajorType.text where head & 31 < 24 && Int(head & 31) <= count - offset:
            // Short text, of which messages are full, without the steps below.
            offset += Int(head & 31)
        case MajorType.unsigned, MajorType.negative: _ = try argument(of: head, at: start)
        case MajorType.bytes, MajorType.text: try passString(head, at: start)
        case MajorType.array: try addArray(head, at: start, depth: depth + 1)
        case MajorType.map: try addMap(head, at: start, depth: depth + 1)
        default: try passSimple(head, at: start)
        }
        cells[cell].next = UInt32(truncatingIfNeeded: cellCount)
    }

    private mutating func addArray(_ head: UInt8, at start: Int, depth: Int) throws(CBORError) {
        guard depth <= CBORLimit.nesting else { throw .nestingTooDeep(at: start) }
        guard let length = try length(of: head, at: start, bytesEach: 1) else {
            while try !passBreak() { try addItem(depth: depth) }
            return
        }
        for _ in 0..<length { try addItem(depth: depth) }
    }

    private mutating func addMap(_ head: UInt8, at start: Int, depth: Int) throws(CBORError) {
        guard depth <= CBORLimit.nesting else { throw .nestingTooDeep(at: start) }
        let firstKey = addCell(at: cellCount + 1) + 1
        var remaining = try length(of: head, at: start, bytesEach: 2) ?? -1
        var last: MapKey?
        var ascends = true
        while remaining != 0 {
            if remaining < 0, try passBreak() { break }
            let key = try addKey(depth: depth)
            if let last { ascends = ascends && key.isAfter(last, in: base) }
            last = key
            try addItem(depth: depth)
            remaining -= 1
        }
        // Keys that ascend differ. Other orders are legal and rare, and pay for a closer look.
        if !ascends { try checkKeysDiffer(from: firstKey) }
    }

    @inline(__always)
    private mutating func addKey(depth: Int) throws(CBORError) -> MapKey {
        if offset < count {
            // The keys of our own messages are all like this.
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            if byte < 24 {
                let cell = addCell(at: offset)
                cells[cell].next = UInt32(truncatingIfNeeded: cellCount)
                offset += 1
                return MapKey(byte: byte, at: offset - 1)
            }
        }
        let cell = cellCount
        try addItem(depth: depth)
        return try MapKey(headAt: Int(cells[cell].offset), base)
    }

    private func checkKeysDiffer(from firstKey: Int) throws(CBORError) {
        var seen: Set<MapKey.Content> = []
        var cell = firstKey
        while cell < cellCount {
            let key = try MapKey(headAt: Int(cells[cell].offset), base)
            guard seen.insert(key.content(in: base)).inserted else { throw .repeatedKey(at: key.offset) }
            cell = Int(cells[cell + 1].next)
        }
    }

    /// Passes the contents of a byte or text string.
    private mutating func passString(_ head: UInt8, at start: Int) throws(CBORError) {
        if let length = try length(of: head, at: start, bytesEach: 1) {
            offset += length
            return
        }
        while try !passBreak() {
            let chunkStart = offset
            let chunk = try nextByte()
            guard chunk >> 5 == head >> 5, chunk & 31 != 31 else {
                throw .malformed(
                    "a chunk of a string is not a string of its kind and of definite length", at: chunkStart)
            }
            offset += try length(of: chunk, at: chunkStart, bytesEach: 1) ?? 0
        }
    }

    private mutating func passSimple(_ head: UInt8, at start: Int) throws(CBORError) {
        switch head {
        case CBORByte.simple:
            guard try nextByte() >= 32 else { throw .malformed("a simple value below 32 takes two bytes", at: start) }
        case CBORByte.break: throw .malformed("a break outside an item of indefinite length", at: start)
        default: _ = try argument(of: head, at: start)
        }
    }

    private mutating func passBreak() throws(CBORError) -> Bool {
        guard offset < count else { throw .truncated(at: offset) }
        guard base.load(fromByteOffset: offset, as: UInt8.self) == CBORByte.break else { return false }
        offset += 1
        return true
    }

    /// The length that a head declares, or nil when it is indefinite. What is declared must fit into the rest of the
    /// input, so that nobody counts or reserves up to a number that somebody made up.
    private mutating func length(of head: UInt8, at start: Int, bytesEach: UInt64) throws(CBORError) -> Int? {
        if head & 31 == 31 { return nil }
        let length = try argument(of: head, at: start)
        guard length <= UInt64(count - offset) / bytesEach else { throw .truncated(at: start) }
        return Int(truncatingIfNeeded: length)
    }

    @inline(__always)
    private mutating func argument(of head: UInt8, at start: Int) throws(CBORError) -> UInt64 {
        let code = Int(head & 31)
        if code < 24 { return UInt64(code) }
        guard code < 28 else { throw .malformed("reserved additional information", at: start) }
        let size = 1 << (code - 24)
        guard count - offset >= size else { throw .truncated(at: start) }
        defer { offset += size }
        return base.argument(of: head, at: start)
    }

    @inline(__always)
    private mutating func nextByte() throws(CBORError) -> UInt8 {
        guard offset < count else { throw .truncated(at: offset) }
        defer { offset += 1 }
        return base.load(fromByteOffset: offset, as: UInt8.self)
    }

    @inline(__always)
    private mutating func addCell(at offset: Int) -> Int {
        if cellCount == capacity { grow() }
        cells[cellCount] = Cell(offset: UInt32(truncatingIfNeeded: offset), next: 0)
        cellCount += 1
        return cellCount - 1
    }

    @inline(never)
    private mutating func grow() {
        // No input has more than two cells a byte (empty maps have).
        capacity = min(capacity * 2, 2 * count)
        let larger = UnsafeMutablePointer<Cell>.allocate(capacity: capacity)
        larger.update(from: cells, count: cellCount)
        cells.deallocate()
        cells = larger
    }
}

extension UnsafeRawPointer {
    /// The argument of the head at `offset`, all of whose bytes are known to be there.
    @inline(__always)
    func argument(of head: UInt8, at offset: Int) -> UInt64 {
        switch head & 31 {
        case 24: UInt64(load(fromByteOffset: offset + 1, as: UInt8.self))
        case 25: UInt64(UInt16(bigEndian: loadUnaligned(fromByteOffset: offset + 1, as: UInt16.self)))
        case 26: UInt64(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self)))
        case 27: UInt64(bigEndian: loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self))
        default: UInt64(head & 31)
        }
    }

    /// How long the head with this first byte is.
    @inline(__always)
    static func headLength(_ head: UInt8) -> Int {
        let code = Int(head & 31)
        return code < 24 || code == 31 ? 1 : 1 + (1 << (code - 24))
    }
}
