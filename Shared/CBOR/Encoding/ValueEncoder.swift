// Encoding: what a type is given to write itself with.

import Foundation

/// The output of one call of the encoder, which all its encoders and containers share.
final class EncodingOutput {
    /// No two uses overlap: none calls a type's code. To check that each time would take longer than writing an
    /// integer.
    @exclusivity(unchecked) var stack = ContainerStack()

    /// Writes a whole message.
    init<T: Encodable>(of value: T) throws(CBORError) {
        do {
            try write(value)
            try stack.close(to: 0)
        } catch {
            throw stack.refuse(error as? CBORError ?? .unencodable(String(describing: T.self), at: stack.output.count))
        }
        if let failure = stack.failure { throw failure }
        guard stack.output.count <= CBORLimit.size else { throw .outOfRange(at: stack.output.count) }
    }

    /// Writes a value of any type.
    func write<T: Encodable>(_ value: T) throws {
        // These two would write an array.
        if T.self == [UInt8].self, let bytes = value as? [UInt8] { return stack.output.write(bytes) }
        if T.self == Data.self, let data = value as? Data { return stack.output.write([UInt8](data)) }
        // Elements of collections come this way too; these two need no encoder.
        if T.self == String.self, let text = value as? String { return stack.output.write(text) }
        if T.self == Double.self, let number = value as? Double { return stack.output.write(number) }
        do {
            try value.encode(to: ValueEncoder(output: self, place: stack.end, type: T.self))
        } catch {
            throw stack.refuse(error as? CBORError ?? .unencodable(String(describing: T.self), at: stack.output.count))
        }
    }

    @inline(__always)
    func write<S: Scalar>(scalar: S) throws(CBORError) {
        do { try scalar.write(to: &stack.output) } catch { throw stack.refuse(error) }
    }
}

/// The encoder of the value at one place, and the container of a single value.
///
/// Kept to three words, so that it needs no memory of its own behind `any Encoder`.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let output: EncodingOutput
    let place: Place
    let type: Any.Type

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        output.stack.open(MajorType.map, at: place, by: type)
        let isDictionary = ObjectIdentifier(Key.self) == DictionaryKeys.type
        return KeyedEncodingContainer(
            KeyedWriting(
                output: output, map: place, writesIntegers: !isDictionary || type is any IntegerKeyedDictionary.Type))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let unordered = type as? any UnorderedCollection.Type
        output.stack.open(MajorType.array, at: place, by: type, itemsPerMember: unordered?.itemsPerMember ?? 0)
        return UnkeyedWriting(output: output, array: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws(CBORError) {
        try begin()
        output.stack.output.writeNull()
    }

    func encode<S: Scalar>(_ value: S) throws(CBORError) { try write(value) }
    // The standard library's own comes before a generic one.
    func encode(_ value: Int128) throws(CBORError) { try write(value) }

    func encode<T: Encodable>(_ value: T) throws {
        try begin()
        try output.write(value)
    }

    private func write<S: Scalar>(_ value: S) throws(CBORError) {
        try begin()
        try output.write(scalar: value)
    }

    private func begin() throws(CBORError) {
        guard output.stack.end == place else {
            throw output.stack.refuse(
                .unencodable("a single value was written twice, or beside a container", at: output.stack.output.count))
        }
    }
}
