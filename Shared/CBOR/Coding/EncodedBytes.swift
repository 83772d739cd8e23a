// The buffer that encoded items go into.

import Foundation

/// Bytes that grow at the end.
///
/// Not an array: its append looks for other owners with every byte.
struct EncodedBytes: ~Copyable {
    private var base: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        base = .allocate(byteCount: capacity, alignment: 1)
        self.capacity = capacity
    }

    deinit { base.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        get { base.load(fromByteOffset: offset, as: UInt8.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: offset, as: UInt8.self) }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Appends a head whose argument is in the bytes that follow it.
    @inline(__always)
    mutating func append<I: FixedWidthInteger>(_ head: UInt8, _ argument: I) {
        let size = MemoryLayout<I>.size
        if capacity - count <= size { grow(by: size + 1) }
        base.storeBytes(of: head, toByteOffset: count, as: UInt8.self)
        base.storeBytes(of: argument.bigEndian, toByteOffset: count + 1, as: I.self)
        count += size + 1
    }

    /// Appends a head with its argument in the fewest bytes.
    @inline(__always)
    mutating func append(major: UInt8, _ argument: UInt64) {
        let first = major << 5
        switch argument {
        case 0..<24: append(first | UInt8(truncatingIfNeeded: argument))
        case 24...0xFF: append(first | 24, UInt8(truncatingIfNeeded: argument))
        case 0x100...0xFFFF: append(first | 25, UInt16(truncatingIfNeeded: argument))
        case 0x1_0000...0xFFFF_FFFF: append(first | 26, UInt32(truncatingIfNeeded: argument))
        default: append(first | 27, argument)
        }
    }

    @inline(__always)
    mutating func append(major: UInt8, string: UnsafeRawBufferPointer) {
        append(major: major, UInt64(string.count))
        append(string)
    }

    @inline(__always)
    mutating func append(_ other: UnsafeRawBufferPointer) {
        guard let start = other.baseAddress, !other.isEmpty else { return }
        if capacity - count < other.count { grow(by: other.count) }
        (base + count).copyMemory(from: start, byteCount: other.count)
        count += other.count
    }

    /// Puts the head of an item in the place of the one byte at `offset`, moving what follows.
    mutating func replaceByte(at offset: Int, withHeadOf major: UInt8, _ argument: UInt64) {
        let end = count
        append(major: major, argument)
        let extra = count - end - 1
        guard extra > 0 else {
            self[offset] = self[end]
            count = end
            return
        }
        let head = [UInt8](UnsafeRawBufferPointer(start: base + end, count: extra + 1))
        memmove(base + offset + 1 + extra, base + offset + 1, end - offset - 1)
        for (index, byte) in head.enumerated() { self[offset + index] = byte }
        count = end + extra
    }

    /// Some items in a row that belong together, such as a key and its value.
    struct Member {
        let bytes: Range<Int>
        /// The first of its items.
        let first: Range<Int>
    }

    /// The items from `start` to the end in groups of `items`, by their bytes.
    func sortedMembers(from start: Int, items: Int) throws(CBORError) -> [Member] {
        guard start < count else { return [] }
        let content = UnsafeRawBufferPointer(start: base + start, count: count - start)
        let outline = try Outline(ofItemsIn: content, at: UnsafeRawPointer(base + start))
        var starts: [Int] = []
        var cell = 0
        while cell < outline.cellCount {
            starts.append(start + Int(outline.cells[cell].offset))
            cell = Int(outline.cells[cell].next)
        }
        starts.append(count)
        var members: [Member] = []
        for index in stride(from: 0, to: starts.count - 1, by: items) {
            let end = starts[min(index + items, starts.count - 1)]
            members.append(Member(bytes: starts[index]..<end, first: starts[index]..<starts[index + 1]))
        }
        let base = base
        members.sort { EncodedBytes.order(base, $0.bytes, $1.bytes) < 0 }
        return members
    }

    /// Compares the bytes in two ranges, neither of which begins with the other.
    @inline(__always)
    func order(_ one: Range<Int>, _ other: Range<Int>) -> Int32 { EncodedBytes.order(base, one, other) }

    @inline(__always)
    private static func order(_ base: UnsafeMutableRawPointer, _ one: Range<Int>, _ other: Range<Int>) -> Int32 {
        memcmp(base + one.lowerBound, base + other.lowerBound, min(one.count, other.count))
    }

    /// Writes the bytes of `ranges`, which together are those from `start` to the end, in that order.
    mutating func rearrange(from start: Int, _ ranges: [Range<Int>]) {
        let copy = [UInt8](UnsafeRawBufferPointer(start: base + start, count: count - start))
        count = start
        for range in ranges {
            copy[range.lowerBound - start..<range.upperBound - start].withUnsafeBytes { append($0) }
        }
    }

    @inline(never)
    private mutating func grow(by needed: Int) {
        capacity = max(capacity * 2, count + needed)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        larger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = larger
    }
}
