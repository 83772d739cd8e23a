// Encoding an entry or element that a type wants to write by itself, as subclasses let their superclass do.

/// The encoder for one entry of a map or one element of an array, which is begun when it is first used. One that is
/// never used leaves nothing behind.
final class EntryWriter: Encoder {
    enum Key {
        case integer(Int)
        case text(String)
    }

    private let writer: ValueWriter
    private let container: OpenContainer
    /// Nil in an array.
    private let key: Key?
    private var own: (major: UInt8, container: OpenContainer)?
    private var isUsed = false

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ writer: ValueWriter, container: OpenContainer, key: Key?) {
        self.writer = writer
        self.container = container
        self.key = key
    }

    func container<NewKey: CodingKey>(keyedBy type: NewKey.Type) -> KeyedEncodingContainer<NewKey> {
        writer.keyedContainer(container(MajorType.map))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriting(writer: writer, container: container(MajorType.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { EntryValueWriting(entry: self) }

    fileprivate func write<T: Encodable>(_ value: T) throws {
        try begin()
        try writer.writeValue(value)
    }

    fileprivate func writeNil() throws(CBORError) {
        try begin()
        writer.writeNil()
    }

    private func container(_ major: UInt8) -> OpenContainer {
        if let own, own.major == major { return own.container }
        do {
            try begin()
        } catch {
            writer.refuse(error)
            return .none
        }
        let new = writer.begin(major)
        own = (major, new)
        return new
    }

    private func begin() throws(CBORError) {
        guard !isUsed else {
            throw writer.refuse(.unencodable("an entry was written twice", at: writer.count))
        }
        isUsed = true
        try writer.reach(container)
        switch key {
        case .integer(let key): try writer.writeKey(key)
        case .text(let key): writer.writeKey(key)
        case nil: writer.countElement()
        }
    }
}

/// Every kind of value comes through one method here: this path is rare, and need not be fast.
private struct EntryValueWriting: SingleValueEncodingContainer {
    let entry: EntryWriter
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { try entry.writeNil() }
    mutating func encode<T: Encodable>(_ value: T) throws { try entry.write(value) }
    mutating func encode(_ value: Int128) throws { try entry.write(value) }
    mutating func encode(_ value: UInt128) throws { try entry.write(value) }
}
