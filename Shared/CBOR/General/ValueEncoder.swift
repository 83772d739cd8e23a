/// The encoder of one value; for an array also the container of its elements. Codable does not report when a container
/// is complete. It counts as complete when the enclosing container is written to, or at the end.
final class ValueEncoder: Encoder, UnkeyedEncodingContainer {
    enum Kind { case single, array, map }

    /// The first failure. Kept here, because some methods cannot throw it, and a type may ignore what is thrown.
    private final class Failure {
        var first: CBORError?
    }

    private let type: Any.Type
    private let depth: Int
    private let failure: Failure
    // The accesses to these properties never overlap. Checking that at run time would take longer than adding an item.
    @exclusivity(unchecked) private var kind: Kind?
    @exclusivity(unchecked) private var items: [Item] = []
    @exclusivity(unchecked) private var entries: [Item.Entry] = []
    @exclusivity(unchecked) private var latest: (key: Item.Content?, encoder: ValueEncoder)?
    @exclusivity(unchecked) private var isComplete = false

    private init(_ type: Any.Type, depth: Int, _ failure: Failure) {
        (self.type, self.depth, self.failure) = (type, depth, failure)
    }

    static func content<T: Encodable>(of value: T) throws(CBORError) -> Item.Content {
        let root = ValueEncoder(T.self, depth: 0, Failure())
        try root.opened(.single).encode(value)
        let content = root.complete()
        if let failure = root.failure.first { throw failure }
        return content
    }

    // MARK: Requirements of Codable

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { items.count + (latest == nil ? 0 : 1) }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        let writesIntegers = !Key.readsIntegersFromText || type is any IntegerKeyedDictionary.Type
        return KeyedEncodingContainer(KeyedWriting(map: opened(.map), writesIntegers: writesIntegers))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { opened(.array) }
    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriting(value: self) }

    func encodeNil() throws(CBORError) { try add(.simple(CBORByte.null)) }
    func encode<S: Scalar>(_ value: S) throws(CBORError) { try add(value.content) }
    // Without this method the compiler would choose the generic method.
    func encode(_ value: Int128) throws(CBORError) { try add(value.content) }
    func encode<T: Encodable>(_ value: T) throws(CBORError) { try add(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nestedEncoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nestedEncoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { nestedEncoder() }

    // MARK: Items

    /// Opens a container. It may be opened twice, because a subclass may share a container with its superclass.
    func opened(_ kind: Kind) -> ValueEncoder {
        if self.kind ?? kind != kind || kind == .single && count > 0 {
            refuse(.unencodable("\(type) encodes itself in two ways"))
        }
        self.kind = kind
        return self
    }

    func add(_ content: Item.Content, key: Item.Content? = nil) throws(CBORError) {
        try begin()
        append(content, key)
    }

    func add<T: Encodable>(_ value: T, key: Item.Content? = nil) throws(CBORError) {
        if let scalar = value as? any Scalar { return try add(scalar.content, key: key) }
        guard let encoder = try addEncoder(of: T.self, key) else { return }
        do { try value.encode(to: encoder) } catch {
            throw refuse(error as? CBORError ?? .unencodable(String(describing: T.self)))
        }
    }

    func nestedEncoder(key: Item.Content? = nil) -> ValueEncoder {
        (try? addEncoder(of: type, key)) ?? ValueEncoder(type, depth: depth, failure)
    }

    /// Adds an encoder for a part. Nil if the part is nested too deep, perhaps endlessly: the writer will then refuse
    /// the enclosing container.
    private func addEncoder(of type: Any.Type, _ key: Item.Content?) throws(CBORError) -> ValueEncoder? {
        try begin()
        let encoder = ValueEncoder(type, depth: kind == .single ? depth : depth + 1, failure)
        guard encoder.depth <= CBORLimit.nesting else { return nil }
        latest = (key, encoder)
        return encoder
    }

    private func begin() throws(CBORError) {
        guard !isComplete else { throw refuse(.unencodable("\(type) writes to a container that is complete")) }
        completeLatest()
    }

    private func append(_ content: Item.Content, _ key: Item.Content?) {
        if let key {
            entries.append(Item.Entry(key: Item(key), value: Item(content)))
        } else {
            items.append(Item(content))
        }
    }

    @discardableResult
    private func refuse(_ error: CBORError) -> CBORError {
        let first = failure.first ?? error
        failure.first = first
        return first
    }

    // MARK: The end

    private func completeLatest() {
        guard let (key, encoder) = latest else { return }
        latest = nil
        append(encoder.complete(), key)
    }

    private func complete() -> Item.Content {
        completeLatest()
        isComplete = true
        switch kind {
        case .array: return .array(orderedItems())
        case .map:
            if entries.sortByKey() != nil { refuse(.unencodable("\(type) encodes a key twice")) }
            return .map(entries)
        // A type without parts may write nothing, but it still needs an item.
        case .single, nil: return items.first?.content ?? .map([])
        }
    }

    private func orderedItems() -> [Item] {
        guard let size = (type as? any UnorderedCollection.Type)?.itemsPerMember else { return items }
        let members = stride(from: 0, to: items.count, by: size).map { start in
            let member = items[start...].prefix(size)
            var writer = MessageWriter()
            // A failure is ignored here, because the same item is refused when the message is written.
            for item in member { try? writer.write(item.content, depth: 0) }
            return (items: member, bytes: [UInt8](writer.bytes))
        }
        return members.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.flatMap(\.items)
    }
}
