// Decoding from maps.

/// Finds the entries of one map by their keys.
///
/// Types ask for keys in much the order in which they were written, so a search starts after the entry found last. That
/// place is kept in the map's second cell, which all containers of the same map share.
struct KeyedReading<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: ValueReader
    private let map: Int
    /// A dictionary's key has an integer whenever its text reads as one, so here the entry tells which of them counts.
    private let isDictionary: Bool

    var codingPath: [any CodingKey] { [] }

    init(reader: ValueReader, map: Int) {
        self.reader = reader
        self.map = map
        isDictionary = ObjectIdentifier(Key.self) == DictionaryKeys.type
    }

    var allKeys: [Key] {
        reader.entryKeys(of: map).compactMap { key in
            switch key {
            case .integer(let integer): Key(intValue: integer)
            case .text(let text): Key(stringValue: text)
            }
        }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws(CBORError) -> Bool { try reader.isNil(at: entry(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws(CBORError) -> Bool { try reader.bool(at: entry(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws(CBORError) -> String { try reader.string(at: entry(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws(CBORError) -> Double { try reader.double(at: entry(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws(CBORError) -> Float { try reader.float(at: entry(key)) }
    // A generic method is not specialised behind the existential; these are the integers that messages have.
    func decode(_ type: Int.Type, forKey key: Key) throws(CBORError) -> Int { try reader.integer(type, at: entry(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws(CBORError) -> Int64 {
        try reader.integer(type, at: entry(key))
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws(CBORError) -> UInt64 {
        try reader.integer(type, at: entry(key))
    }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws(CBORError) -> I {
        try reader.integer(type, at: entry(key))
    }
    // The standard library's own for these two come before a generic one.
    func decode(_ type: Int128.Type, forKey key: Key) throws(CBORError) -> Int128 {
        try reader.integer(type, at: entry(key))
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws(CBORError) -> UInt128 {
        try reader.integer(type, at: entry(key))
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try reader.read(type, at: entry(key)) }

    // The standard library's own look the key up three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws(CBORError) -> Bool? {
        guard let cell = try present(key) else { return nil }
        return try reader.bool(at: cell)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws(CBORError) -> String? {
        guard let cell = try present(key) else { return nil }
        return try reader.string(at: cell)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws(CBORError) -> Double? {
        guard let cell = try present(key) else { return nil }
        return try reader.double(at: cell)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws(CBORError) -> Float? {
        guard let cell = try present(key) else { return nil }
        return try reader.float(at: cell)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws(CBORError) -> Int? {
        guard let cell = try present(key) else { return nil }
        return try reader.integer(type, at: cell)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws(CBORError) -> Int64? {
        guard let cell = try present(key) else { return nil }
        return try reader.integer(type, at: cell)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws(CBORError) -> UInt64? {
        guard let cell = try present(key) else { return nil }
        return try reader.integer(type, at: cell)
    }
    func decodeIfPresent<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws(CBORError) -> I? {
        guard let cell = try present(key) else { return nil }
        return try reader.integer(type, at: cell)
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws(CBORError) -> Int128? {
        guard let cell = try present(key) else { return nil }
        return try reader.integer(type, at: cell)
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws(CBORError) -> UInt128? {
        guard let cell = try present(key) else { return nil }
        return try reader.integer(type, at: cell)
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let cell = try present(key) else { return nil }
        return try reader.read(type, at: cell)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws(CBORError) -> KeyedDecodingContainer<Nested> {
        try reader.keyedContainer(at: entry(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws(CBORError) -> any UnkeyedDecodingContainer {
        try reader.unkeyedContainer(at: entry(key))
    }

    func superDecoder() throws(CBORError) -> any Decoder {
        guard let cell = reader.find(superKey, in: map) else { throw missing(superKey) }
        return EntryReader(reader, cell: cell)
    }

    func superDecoder(forKey key: Key) throws(CBORError) -> any Decoder { EntryReader(reader, cell: try entry(key)) }

    @inline(__always)
    private func find(_ key: Key) -> Int? {
        guard let integer = key.intValue else { return reader.find(key.stringValue, in: map) }
        if let cell = reader.find(integer, in: map) { return cell }
        return isDictionary ? reader.find(key.stringValue, in: map) : nil
    }

    /// The cell of the key's value.
    @inline(__always)
    private func entry(_ key: Key) throws(CBORError) -> Int {
        guard let cell = find(key) else { throw missing(key.stringValue) }
        return cell
    }

    /// The cell of the key's value, or nil when there is no such entry or only a null.
    @inline(__always)
    private func present(_ key: Key) throws(CBORError) -> Int? {
        guard let cell = find(key), try !reader.isNil(at: cell) else { return nil }
        return cell
    }

    @inline(never)
    private func missing(_ key: String) -> CBORError {
        guard let head = try? reader.head(at: map) else { return .truncated(at: 0) }
        return .missingKey(key, at: head.offset)
    }
}
