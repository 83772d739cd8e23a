// Reading `Codable` types from a value of a JSON document: the members of an object.

/// Reads the members of an object by their names. One that is `null` is as good as absent.
struct JSONMembersDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONValueDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.value.members?.compactMap { Key(stringValue: $0.name) } ?? [] }

    func contains(_ key: Key) -> Bool { decoder.value.member(named: key.stringValue) != nil }
    func decodeNil(forKey key: Key) -> Bool { given(key, isText: false) == nil }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try needed(key, try decodeIfPresent(type, forKey: key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try needed(key, try decodeIfPresent(type, forKey: key))
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try needed(key, try decodeIfPresent(type, forKey: key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try needed(key, try decodeIfPresent(type, forKey: key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try needed(key, try decodeIfPresent(type, forKey: key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try needed(key, try decodeIfPresent(type, forKey: key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try read(key, given(key, isText: true)) { try String($0) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try read(key, given(key, isText: false)) { try $0.flag(decoder.isLenient) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try read(key, given(key, isText: false)) { try $0.number(decoder.isLenient) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try read(key, given(key, isText: false)) { try $0.wholeNumber(decoder.isLenient) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try read(key, given(key, isText: false)) { try $0.wholeNumber(decoder.isLenient) }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try read(key, given(key, isText: type is any JSONText.Type)) { try part($0).decode(type) }
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try needed(key, try read(key, given(key, isText: false)) { try part($0).container(keyedBy: type) })
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try needed(key, try read(key, given(key, isText: false)) { try part($0).unkeyedContainer() })
    }

    /// The object itself, for what is `Flattened` into it.
    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try needed(key, try read(key, given(key, isText: false)) { part($0) })
    }

    /// The value of a member; nil where it is absent, `null`, or an empty text that is as good as none.
    private func given(_ key: Key, isText: @autoclosure () -> Bool) -> JSONValue? {
        let name = key.stringValue
        if let value = decoder.value.member(named: name), isGiven(value, isText) { return value }
        guard let otherNames = decoder.otherNames[name] else { return nil }
        for name in otherNames {
            if let value = decoder.value.member(named: name), isGiven(value, isText) { return value }
        }
        return nil
    }

    private func isGiven(_ value: JSONValue, _ isText: () -> Bool) -> Bool {
        if value.kind == .null { return false }
        return !(decoder.isLenient && value.isEmptyText && isText())
    }

    private func read<T>(
        _ key: Key, _ value: JSONValue?, _ read: (JSONValue) throws -> T
    ) throws -> T? {
        guard let value else { return nil }
        do {
            return try read(value)
        } catch let error as JSONShapeError {
            throw error.inMember(key.stringValue)
        }
    }

    private func part(_ value: JSONValue) -> JSONValueDecoder {
        JSONValueDecoder(value, isLenient: decoder.isLenient)
    }

    private func needed<T>(_ key: Key, _ value: T?) throws(JSONShapeError) -> T {
        guard let value else { throw JSONShapeError(.missing).inMember(key.stringValue) }
        return value
    }
}
