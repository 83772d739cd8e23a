/// A node of the tree between bytes and types, without tags. Because it has three words, `any Decoder` stores it
/// without an allocation.
struct Item {
    enum Content {
        case unsigned(UInt64)
        /// A negative integer, as its complement.
        case negative(UInt64)
        /// An integer beyond CBOR's range, which is refused when it is written.
        case tooWide
        case float(Double)
        case bytes([UInt8])
        /// A text; nil for invalid UTF-8, which is refused only where text is expected.
        case text(String?)
        case array([Item])
        /// A map, sorted by key, without duplicates.
        case map([Entry])
        case simple(UInt8)
    }

    struct Entry {
        let key: Item
        let value: Item
    }

    let content: Content
    private let start: UInt32

    /// The offset of the item in the input; 0 when encoding.
    var offset: Int { Int(start) }

    init(_ content: Content, at offset: Int = 0) {
        self.content = content
        start = UInt32(truncatingIfNeeded: offset)
    }

    func mismatch(_ expected: String) -> CBORError {
        let found =
            switch content {
            case .unsigned, .negative, .tooWide: "an integer"
            case .float: "a float"
            case .bytes: "a byte string"
            case .text: "text"
            case .array: "an array"
            case .map: "a map"
            case .simple(CBORByte.false), .simple(CBORByte.true): "a boolean"
            case .simple(CBORByte.null): "null"
            case .simple(CBORByte.undefined): "undefined"
            case .simple: "a simple value"
            }
        return .typeMismatch(expected: expected, found: found, at: offset)
    }
}

extension Item.Content {
    static func integer(_ integer: some FixedWidthInteger) -> Item.Content {
        guard let argument = UInt64(exactly: integer < 0 ? ~integer : integer) else { return .tooWide }
        return integer < 0 ? .negative(argument) : .unsigned(argument)
    }

    var integer: Int128? {
        switch self {
        case .unsigned(let argument): Int128(argument)
        case .negative(let argument): ~Int128(argument)
        default: nil
        }
    }

    /// Whether a key is before another key in a map (RFC 8949, section 4.2.1).
    func precedes(_ other: Item.Content) -> Bool {
        switch (self, other) {
        case (.unsigned(let one), .unsigned(let other)), (.negative(let one), .negative(let other)): one < other
        case (.text(let one?), .text(let other?)):
            // Texts compare by bytes: precomposed and decomposed letters are equal as strings, but different as keys.
            one.utf8.count == other.utf8.count
                ? one.utf8.lexicographicallyPrecedes(other.utf8) : one.utf8.count < other.utf8.count
        case (.unsigned, _), (.negative, .text): true
        default: false
        }
    }
}

extension [Item.Entry] {
    mutating func sortByKey() -> Int? {
        sort { $0.key.content.precedes($1.key.content) }
        return zip(self, dropFirst()).first { !$0.key.content.precedes($1.key.content) }
            .map { Swift.max($0.key.offset, $1.key.offset) }
    }

    /// Finds a key by binary search, because a hostile map may have very many keys.
    subscript(key: Item.Content) -> Item? {
        var range = indices
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            if self[middle].key.content.precedes(key) {
                range = middle + 1..<range.upperBound
            } else if key.precedes(self[middle].key.content) {
                range = range.lowerBound..<middle
            } else {
                return self[middle].value
            }
        }
        return nil
    }
}

extension MessageWriter {
    /// Writes an item. `depth` is the number of enclosing arrays and maps.
    mutating func write(_ content: Item.Content, depth: Int) throws(CBORError) {
        switch content {
        case .unsigned(let argument): writeHead(MajorType.unsigned, argument)
        case .negative(let argument): writeHead(MajorType.negative, argument)
        case .tooWide: throw .outOfRange(at: count)
        case .float(let number): write(number)
        case .bytes(let bytes): write(bytes)
        case .text(let text): write(text ?? "")
        case .simple(let byte): writeByte(byte)
        case .array where depth == CBORLimit.nesting, .map where depth == CBORLimit.nesting:
            throw .nestingTooDeep(at: count)
        case .array(let items):
            writeArrayHead(items.count)
            for item in items { try write(item.content, depth: depth + 1) }
        case .map(let entries):
            writeHead(MajorType.map, UInt64(entries.count))
            for entry in entries {
                try write(entry.key.content, depth: depth + 1)
                try write(entry.value.content, depth: depth + 1)
            }
        }
    }
}
