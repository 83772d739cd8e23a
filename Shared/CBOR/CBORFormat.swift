/// The major types of items (RFC 8949, section 3.1).
enum MajorType {
    static let unsigned: UInt8 = 0
    static let negative: UInt8 = 1
    static let bytes: UInt8 = 2
    static let text: UInt8 = 3
    static let array: UInt8 = 4
    static let map: UInt8 = 5
    static let tag: UInt8 = 6
    static let simple: UInt8 = 7
}

/// The first bytes of items that have one byte or a fixed size.
enum CBORByte {
    static let `false`: UInt8 = 0xF4
    static let `true`: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
    static let undefined: UInt8 = 0xF7
    /// The first byte of a simple value whose number is in the next byte.
    static let simple: UInt8 = 0xF8
    static let half: UInt8 = 0xF9
    static let single: UInt8 = 0xFA
    static let double: UInt8 = 0xFB
    static let `break`: UInt8 = 0xFF
}

enum CBORLimit {
    /// The deepest nesting. Reading and writing recurse once for each level, so this limits the stack.
    static let nesting = 64
    /// The largest input and output in bytes, so that `Item` can store offsets in 32 bits. The bus allows far less.
    static let size = Int(Int32.max)
}

/// The default key of a superclass's entry, as in Foundation's coders.
let superKey = "super"
