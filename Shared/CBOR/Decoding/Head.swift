// The first bytes of an item, and the content of strings.

/// The head of an item: which kind it is, and its argument, a value, a length or a count (RFC 8949, section 3).
struct Head {
    let argument: UInt64
    private let start: UInt32
    private let length: UInt8
    let first: UInt8
    /// Where the token tape has the item after this one and its contents.
    var next: UInt32 = 0

    var offset: Int { Int(start) }
    /// Where the content begins.
    var end: Int { Int(start) + Int(length) }
    @inline(__always) var major: UInt8 { first >> 5 }
    @inline(__always) var isIndefinite: Bool { first & 31 == 31 }
    /// The content of a string of definite length that the token tape has found to be there.
    private var content: Range<Int> { end..<end + Int(truncatingIfNeeded: argument) }

    @inline(__always)
    init(at offset: Int, in bytes: [UInt8]) throws(CBORError) {
        guard offset < bytes.count else { throw .truncated(at: offset) }
        start = UInt32(truncatingIfNeeded: offset)
        first = bytes[offset]
        if first & 31 < 24 {
            argument = UInt64(first & 31)
            length = 1
        } else {
            (argument, length) = try Head.longArgument(of: first, at: offset, in: bytes)
        }
    }

    private static func longArgument(
        of first: UInt8, at offset: Int, in bytes: [UInt8]
    ) throws(CBORError) -> (UInt64, length: UInt8) {
        let code = Int(first & 31)
        if code == 31, first == CBORByte.break || MajorType.bytes...MajorType.map ~= first >> 5 { return (0, 1) }
        guard code < 28 else { throw .malformed("reserved additional information", at: offset) }
        let size = 1 << (code - 24)
        guard bytes.count - offset > size else {
            // What is missing after this head is a simple value and no argument.
            throw .truncated(at: first == CBORByte.simple ? offset + 1 : offset)
        }
        var argument: UInt64 = 0
        for byte in offset + 1...offset + size { argument = argument << 8 | UInt64(bytes[byte]) }
        return (argument, UInt8(1 + size))
    }

    /// Whether this key is greater than `other` in the order of deterministic encoding (RFC 8949, section 4.2.1), as
    /// far as that is told without unpacking text of indefinite length.
    func follows(_ other: Head, in bytes: [UInt8]) -> Bool {
        if major != other.major { return major > other.major }
        if major != MajorType.text { return argument > other.argument }
        if isIndefinite || other.isIndefinite { return false }
        if argument != other.argument { return argument > other.argument }
        return bytes[other.content].lexicographicallyPrecedes(bytes[content])
    }

    /// Whether this is the head of the integer with this major type and argument.
    @inline(__always)
    func isInteger(_ major: UInt8, _ argument: UInt64) -> Bool {
        self.major == major && self.argument == argument
    }

    /// Whether this is the head of text with exactly these bytes.
    func isText(_ text: String.UTF8View, in bytes: [UInt8]) -> Bool {
        guard major == MajorType.text else { return false }
        if isIndefinite { return (try? string(in: bytes))?.elementsEqual(text) == true }
        return Int(truncatingIfNeeded: argument) == text.count && bytes[content].elementsEqual(text)
    }

    /// The text of this item. Each chunk of one of indefinite length has to be UTF-8 of its own (section 3.2.3).
    func text(in bytes: [UInt8]) throws(CBORError) -> String {
        guard isIndefinite else { return try text(of: content, in: bytes) }
        var text = ""
        try forEachChunk(in: bytes) { chunk throws(CBORError) in text += try self.text(of: chunk, in: bytes) }
        return text
    }

    private func text(of chunk: Range<Int>, in bytes: [UInt8]) throws(CBORError) -> String {
        guard let text = bytes[chunk].withUnsafeBytes({ String(exactly: $0) }) else {
            throw .malformed("text that is not UTF-8", at: offset)
        }
        return text
    }

    /// The bytes of this byte or text string.
    func string(in bytes: [UInt8]) throws(CBORError) -> [UInt8] {
        guard isIndefinite else { return Array(bytes[content]) }
        var string: [UInt8] = []
        try forEachChunk(in: bytes) { string += bytes[$0] }
        return string
    }

    private func forEachChunk(
        in bytes: [UInt8], _ body: (Range<Int>) throws(CBORError) -> Void
    ) throws(CBORError) {
        var chunk = try Head(at: end, in: bytes)
        while chunk.first != CBORByte.break {
            try body(chunk.content)
            chunk = try Head(at: chunk.content.upperBound, in: bytes)
        }
    }

    @inline(never)
    func mismatch(_ expected: String) -> CBORError {
        let found =
            switch first {
            case CBORByte.false, CBORByte.true: "a boolean"
            case CBORByte.null: "null"
            case CBORByte.undefined: "undefined"
            case CBORByte.half, CBORByte.single, CBORByte.double: "a float"
            default:
                switch major {
                case MajorType.unsigned, MajorType.negative: "an integer"
                case MajorType.bytes: "a byte string"
                case MajorType.text: "text"
                case MajorType.array: "an array"
                case MajorType.map: "a map"
                default: "a simple value"
                }
            }
        return .typeMismatch(expected: expected, found: found, at: offset)
    }
}
