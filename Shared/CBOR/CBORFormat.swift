// The vocabulary of RFC 8949 that reading and writing share: major types, well-known bytes, bounds.

/// The first three bits of an item (RFC 8949, section 3.1).
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

/// Items of one byte, and the first bytes of those of fixed size.
enum CBORByte {
    static let `false`: UInt8 = 0xF4
    static let `true`: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
    static let undefined: UInt8 = 0xF7
    /// A simple value in the byte that follows.
    static let simple: UInt8 = 0xF8
    static let half: UInt8 = 0xF9
    static let single: UInt8 = 0xFA
    static let double: UInt8 = 0xFB
    /// Ends an item of indefinite length.
    static let `break`: UInt8 = 0xFF
}

/// Bounds on what is read and written.
enum CBORLimit {
    /// How deep arrays and maps may be nested, in what is read and in what is written. Reading and writing recurse once a
    /// level, so this bounds the stack.
    static let nesting = 64
    /// The largest input and output in bytes, far beyond what the bus carries.
    static let size = Int(Int32.max)
}

/// The key of a superclass's entry when it is given none, as Foundation's coders name it.
let superKey = "super"
