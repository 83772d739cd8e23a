// The keys of a map as the first pass sees them: which kinds there may be, and when two are the same.

import Foundation

/// A map's key: an integer or text.
struct MapKey {
    /// What a key says, however it is written: 1 in one byte and 1 in nine are the same key.
    enum Content: Hashable {
        case unsigned(UInt64)
        case negative(UInt64)
        case text([UInt8])
    }

    let offset: Int
    private let head: UInt8
    /// The integer's argument or the text's length; unused for text of indefinite length.
    private let argument: UInt64

    /// The integer key that is the one byte at `offset`.
    @inline(__always)
    init(byte: UInt8, at offset: Int) {
        self.offset = offset
        head = byte
        argument = UInt64(byte)
    }

    /// The well-formed item at `offset`, refused when it cannot be a coding key.
    @inline(__always)
    init(headAt offset: Int, _ base: UnsafeRawPointer) throws(CBORError) {
        self.offset = offset
        head = base.load(fromByteOffset: offset, as: UInt8.self)
        argument = base.argument(of: head, at: offset)
        if head < 0x40 { return }
        guard head >> 5 == MajorType.text else {
            throw .malformed("a map's key is neither an integer nor text", at: offset)
        }
        guard base.text(at: offset) != nil else { throw .malformed("text that is not UTF-8", at: offset) }
    }

    /// Whether this key is greater than `other` in the order of deterministic encoding (RFC 8949, section 4.2.1), as
    /// far as that is told without unpacking text of indefinite length.
    @inline(__always)
    func isAfter(_ other: MapKey, in base: UnsafeRawPointer) -> Bool {
        let major = head >> 5
        if major != other.head >> 5 { return major > other.head >> 5 }
        if major != MajorType.text { return argument > other.argument }
        if head & 31 == 31 || other.head & 31 == 31 { return false }
        if argument != other.argument { return argument > other.argument }
        let mine = base + offset + UnsafeRawPointer.headLength(head)
        let others = base + other.offset + UnsafeRawPointer.headLength(other.head)
        return memcmp(mine, others, Int(truncatingIfNeeded: argument)) > 0
    }

    func content(in base: UnsafeRawPointer) -> Content {
        switch head >> 5 {
        case MajorType.unsigned: .unsigned(argument)
        case MajorType.negative: .negative(argument)
        default: .text(base.string(at: offset))
        }
    }
}
