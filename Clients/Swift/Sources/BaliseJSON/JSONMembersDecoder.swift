/// Reads the members of an object by name. `null` is the same as absent.
struct JSONMembersDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONValueDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.value.members?.compactMap { Key(stringValue: $0.name) } ?? [] }

    func contains(_ key: Key) -> Bool { given(key, isText: false) != nil }
    func decodeNil(forKey key: Key) -> Bool { given(key, isText: false) == nil }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if type is any FlattenedMember.Type { return try T(from: decoder) }
        return try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try value(key, isText: true) { try String($0) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try value(key, isText: false) { try $0.flag(decoder.isLenient) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try value(key, isText: false) { try $0.number(decoder.isLenient) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try value(key, isText: false) { try $0.wholeNumber(decoder.isLenient) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try value(key, isText: false) { try $0.wholeNumber(decoder.isLenient) }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try read(key, isText: type is any JSONText.Type) { try $0.decode(type) }
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try nested(key) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key) { try $0.unkeyedContainer() }
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) { $0 } }

    /// The value of a member; nil if it is absent, `null`, or an empty string that is treated as absent.
    private func given(_ key: Key, isText: @autoclosure () -> Bool) -> JSONValue? {
        let name = key.stringValue
        decoder.ask(for: name)
        if let value = decoder.value.member(named: name), isGiven(value, isText) { return value }
        guard let otherNames = decoder.otherNames[name] else { return nil }
        for name in otherNames {
            decoder.ask(for: name)
            if let value = decoder.value.member(named: name), isGiven(value, isText) { return value }
        }
        return nil
    }

    private func isGiven(_ value: JSONValue, _ isText: () -> Bool) -> Bool {
        if value.kind == .null { return false }
        return !(decoder.isLenient && value.isEmptyText && isText())
    }

    private func value<T>(_ key: Key, isText: Bool, _ read: (JSONValue) throws -> T) throws -> T? {
        guard let value = given(key, isText: isText) else { return nil }
        do {
            return try read(value)
        } catch {
            try decoder.fail(error) { $0.inMember(key.stringValue) }
            return nil
        }
    }

    private func read<T>(
        _ key: Key, isText: @autoclosure () -> Bool, _ read: (JSONValueDecoder) throws -> T
    ) throws -> T? {
        guard let value = given(key, isText: isText()) else { return nil }
        return try decoder.read(value, place: { $0.inMember(key.stringValue) }, read)
    }

    /// Reads a required member. If it is missing, lenient reading continues with a placeholder.
    private func needed<T: Decodable>(_ key: Key, _ type: T.Type, _ read: () throws -> T?) throws -> T {
        let errors = decoder.errors.count
        if let value = try read() { return value }
        if decoder.errors.count == errors { try decoder.fail(missing(key)) { $0 } }
        return try decoder.standIn(for: type)
    }

    private func nested<T>(_ key: Key, _ read: (JSONValueDecoder) throws -> T) throws -> T {
        guard let value = given(key, isText: false) else { throw missing(key) }
        do {
            return try read(JSONValueDecoder(value, isLenient: decoder.isLenient))
        } catch let error as JSONShapeError {
            throw error.inMember(key.stringValue)
        }
    }

    private func missing(_ key: Key) -> JSONShapeError { JSONShapeError(.missing).inMember(key.stringValue) }
}
