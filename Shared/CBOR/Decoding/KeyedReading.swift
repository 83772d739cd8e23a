// Decoding from maps.

/// Finds the entries of one map by their keys.
final class MapReading {
    private let input: DecodingInput
    private let map: Int
    /// The key that was found last. Types ask for keys in much the order in which they were written, so a search starts
    /// here.
    private var latest: Int

    init(_ input: DecodingInput, map: Int) {
        self.input = input
        self.map = map
        latest = map + 1
    }

    /// The keys in the order of the input: those that are one for `integer` or `text`.
    func keys<Key>(_ integer: (Int) -> Key?, _ text: (String) -> Key?) -> [Key] {
        var keys: [Key] = []
        var token = map + 1
        while token < input.next(after: map), let head = try? input.head(at: token) {
            let key =
                head.major == MajorType.text
                ? (try? head.text(in: input.bytes)).flatMap(text)
                // What does not fit an `Int` is no coding key.
                : (try? Int.read(head, input.bytes)).flatMap(integer)
            if let key { keys.append(key) }
            token = input.next(after: token + 1)
        }
        return keys
    }

    func find(_ key: Int) -> ItemDecoder? {
        let major = key < 0 ? MajorType.negative : MajorType.unsigned
        let argument = UInt64(key < 0 ? ~key : key)
        return search { $0.isInteger(major, argument) }
    }

    func find(_ key: String) -> ItemDecoder? { search { $0.isText(key.utf8, in: input.bytes) } }

    func missing(_ key: String) -> CBORError {
        guard let head = try? input.head(at: map) else { return .truncated(at: 0) }
        return .missingKey(key, at: head.offset)
    }

    /// Goes through the keys once around, from the one that was found last, and returns the value of the one that
    /// matches.
    @inline(__always)
    private func search(_ matches: (Head) -> Bool) -> ItemDecoder? {
        let end = input.next(after: map)
        var token = latest
        guard token < end else { return nil }
        repeat {
            guard let head = try? input.head(at: token) else { return nil }
            if matches(head) {
                latest = token
                return ItemDecoder(input: input, token: token + 1)
            }
            token = input.next(after: token + 1)
            if token == end { token = map + 1 }
        } while token != latest
        return nil
    }
}

struct KeyedReading<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let map: MapReading

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] { map.keys(Key.init(intValue:), Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws(CBORError) -> Bool { try entry(key).isNil() }

    @inline(__always)
    func decode<S: Scalar>(_ type: S.Type, forKey key: Key) throws(CBORError) -> S { try entry(key).decode(type) }
    // The standard library's own comes before a generic one.
    func decode(_ type: Int128.Type, forKey key: Key) throws(CBORError) -> Int128 { try entry(key).decode(type) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try entry(key).decode(type) }

    // The standard library's own look the key up three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { try present(key)?.decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws(CBORError) -> KeyedDecodingContainer<Nested> {
        try entry(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws(CBORError) -> any UnkeyedDecodingContainer {
        try entry(key).unkeyedContainer()
    }

    func superDecoder() throws(CBORError) -> any Decoder {
        guard let entry = map.find(superKey) else { throw map.missing(superKey) }
        return entry
    }

    func superDecoder(forKey key: Key) throws(CBORError) -> any Decoder { try entry(key) }

    private func find(_ key: Key) -> ItemDecoder? {
        guard let integer = key.intValue else { return map.find(key.stringValue) }
        if let entry = map.find(integer) { return entry }
        // A dictionary's key has an integer whenever its text reads as one: the entry tells which of them counts.
        return ObjectIdentifier(Key.self) == DictionaryKeys.type ? map.find(key.stringValue) : nil
    }

    private func entry(_ key: Key) throws(CBORError) -> ItemDecoder {
        guard let entry = find(key) else { throw map.missing(key.stringValue) }
        return entry
    }

    /// The key's value, or nil when there is no such entry or only a null.
    private func present(_ key: Key) throws(CBORError) -> ItemDecoder? {
        guard let entry = find(key), try !entry.isNil() else { return nil }
        return entry
    }
}
