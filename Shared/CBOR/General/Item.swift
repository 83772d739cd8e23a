// CBOR as a tree: what the general coder makes of bytes before types see them, and of values before they are bytes.

/// A data item with all that is in it, without its tags.
///
/// Kept to three words, so that it needs no memory of its own behind `any Decoder`.
struct Item {
    enum Content {
        case unsigned(UInt64)
        /// The integer of which this is the complement.
        case negative(UInt64)
        /// An integer that has no item, to be refused where it is written.
        case tooWide
        case float(Double)
        case bytes([UInt8])
        /// Nil is text that is not UTF-8, which is refused where text is wanted.
        case text(String?)
        case array([Item])
        /// The entries stand in the order of their keys, which differ.
        case map([Entry])
        /// A boolean, a null or another simple value, by its first byte.
        case simple(UInt8)
    }

    /// The key is an integer or text.
    struct Entry {
        let key: Item
        let value: Item
    }

    let content: Content
    private let start: UInt32

    /// Where the item begins in the input; 0 in what is encoded.
    var offset: Int { Int(start) }

    init(_ content: Content, at offset: Int = 0) {
        self.content = content
        start = UInt32(truncatingIfNeeded: offset)
    }

    /// That this is not the kind of item that is wanted.
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

    /// Whether this key comes before `other` in a map (RFC 8949, section 4.2.1).
    func precedes(_ other: Item.Content) -> Bool {
        switch (self, other) {
        case (.unsigned(let one), .unsigned(let other)), (.negative(let one), .negative(let other)): one < other
        case (.text(let one?), .text(let other?)):
            // By their bytes: letters that are composed in two ways are equal as strings, and yet two keys.
            one.utf8.count == other.utf8.count
                ? one.utf8.lexicographicallyPrecedes(other.utf8) : one.utf8.count < other.utf8.count
        case (.unsigned, _), (.negative, .text): true
        default: false
        }
    }
}

extension [Item.Entry] {
    /// Puts the entries in the order of their keys, and returns the offset of a key that was there before, if any was.
    mutating func sortByKey() -> Int? {
        sort { $0.key.content.precedes($1.key.content) }
        return zip(self, dropFirst()).first { !$0.key.content.precedes($1.key.content) }
            .map { Swift.max($0.key.offset, $1.key.offset) }
    }

    /// The value of the key that says `key`. By halves, since a hostile map has any number of keys.
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
