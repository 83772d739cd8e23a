extension Item: Decoder, SingleValueDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) throws(CBORError) -> KeyedDecodingContainer<Key> {
        guard case .map(let entries) = content else { throw mismatch("a map") }
        return KeyedDecodingContainer(KeyedReading(entries: entries, offset: offset))
    }

    func unkeyedContainer() throws(CBORError) -> any UnkeyedDecodingContainer {
        guard case .array(let items) = content else { throw mismatch("an array") }
        return UnkeyedReading(items: items, offset: offset)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool {
        switch content {
        case .simple(CBORByte.null), .simple(CBORByte.undefined): true
        default: false
        }
    }

    func decode<S: Scalar>(_ type: S.Type) throws(CBORError) -> S { try S(item: self) }
    // Without this method the compiler would choose the generic method.
    func decode(_ type: Int128.Type) throws(CBORError) -> Int128 { try Int128(item: self) }

    func decode<T: Decodable>(_ type: T.Type) throws(CBORError) -> T {
        do {
            if let scalar = type as? any Scalar.Type, let value = try scalar.init(item: self) as? T { return value }
            return try T(from: self)
        } catch {
            throw error as? CBORError ?? .invalidValue(type: String(describing: type), at: offset)
        }
    }
}

struct KeyedReading<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let entries: [Item.Entry]
    /// The offset of the item in the input.
    let offset: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        entries.compactMap { entry in
            switch entry.key.content {
            case .text(let text?): Key(stringValue: text)
            case let key: key.integer.flatMap(Int.init(exactly:)).flatMap(Key.init(intValue:))
            }
        }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws(CBORError) -> Bool { try value(key).decodeNil() }
    func decode<S: Scalar>(_ type: S.Type, forKey key: Key) throws(CBORError) -> S { try value(key).decode(type) }
    func decode(_ type: Int128.Type, forKey key: Key) throws(CBORError) -> Int128 { try value(key).decode(type) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws(CBORError) -> T { try value(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws(CBORError) -> KeyedDecodingContainer<Nested> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws(CBORError) -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder(forKey key: Key) throws(CBORError) -> any Decoder { try value(key) }

    func superDecoder() throws(CBORError) -> any Decoder {
        guard let value = entries[.text(superKey)] else { throw .missingKey(superKey, at: offset) }
        return value
    }

    private func value(_ key: Key) throws(CBORError) -> Item {
        guard let value = find(key) else { throw .missingKey(key.stringValue, at: offset) }
        return value
    }

    private func find(_ key: Key) -> Item? {
        guard let integer = key.intValue else { return entries[.text(key.stringValue)] }
        return entries[.integer(integer)]
            ?? (Key.readsIntegersFromText ? entries[.text(key.stringValue)] : nil)
    }
}

struct UnkeyedReading: UnkeyedDecodingContainer {
    let items: [Item]
    let offset: Int
    var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }

    mutating func decodeNil() throws -> Bool {
        let isNil = try next().decodeNil()
        if isNil { currentIndex += 1 }
        return isNil
    }

    mutating func decode<S: Scalar>(_ type: S.Type) throws -> S { try take { try $0.decode(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try take { try $0.decode(type) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take { $0 } }

    private func next() throws -> Item {
        guard !isAtEnd else { throw CBORError.missingElement(at: offset) }
        return items[currentIndex]
    }

    /// Reads the next element. After a failure the same element is next again, so that another type can be tried.
    private mutating func take<Value>(_ read: (Item) throws -> Value) throws -> Value {
        let value = try read(next())
        currentIndex += 1
        return value
    }
}
