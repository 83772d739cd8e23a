// The second of decoding's two passes: handing items to the types that they are decoded to.

import Foundation

/// The input of one call of the decoder, with its token tape.
final class DecodingInput {
    let bytes: [UInt8]
    @exclusivity(unchecked) private var tokens: [Head]

    init(_ bytes: [UInt8]) throws(CBORError) {
        self.bytes = bytes
        tokens = try TokenTape(bytes).tokens
    }

    /// Ends the call. Who keeps a decoder beyond it finds nothing any more.
    func close() { tokens = [] }

    @inline(__always)
    func head(at token: Int) throws(CBORError) -> Head {
        guard token < tokens.count else { throw .truncated(at: 0) }
        return tokens[token]
    }

    /// The token after the item at `token` and its contents; 0 when the call has ended.
    @inline(__always)
    func next(after token: Int) -> Int { token < tokens.count ? Int(tokens[token].next) : 0 }
}

/// The decoder of one item, and the container of its single value.
struct ItemDecoder: Decoder, SingleValueDecodingContainer {
    let input: DecodingInput
    let token: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws(CBORError) -> KeyedDecodingContainer<Key> {
        let head = try input.head(at: token)
        guard head.major == MajorType.map else { throw head.mismatch("a map") }
        return KeyedDecodingContainer(KeyedReading<Key>(map: MapReading(input, map: token)))
    }

    func unkeyedContainer() throws(CBORError) -> any UnkeyedDecodingContainer {
        let head = try input.head(at: token)
        guard head.major == MajorType.array else { throw head.mismatch("an array") }
        return UnkeyedReading(input, array: token)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? isNil()) ?? false }

    @inline(__always)
    func decode<S: Scalar>(_ type: S.Type) throws(CBORError) -> S { try S.read(input.head(at: token), input.bytes) }
    // The standard library's own comes before a generic one.
    func decode(_ type: Int128.Type) throws(CBORError) -> Int128 { try .read(input.head(at: token), input.bytes) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // These two would ask for an array.
        if type == [UInt8].self || type == Data.self { return try byteString() }
        do {
            return try T(from: self)
        } catch let error as CBORError {
            throw error
        } catch {
            throw CBORError.invalidValue(type: String(describing: type), at: try input.head(at: token).offset)
        }
    }

    @inline(__always)
    func isNil() throws(CBORError) -> Bool {
        let first = try input.head(at: token).first
        return first == CBORByte.null || first == CBORByte.undefined
    }

    /// The item as the array of bytes or the data that `T` is.
    @inline(never)
    private func byteString<T>() throws(CBORError) -> T {
        let head = try input.head(at: token)
        guard head.major == MajorType.bytes else { throw head.mismatch("a byte string") }
        let bytes = try head.string(in: input.bytes)
        guard let value = bytes as? T ?? Data(bytes) as? T else { throw head.mismatch("\(T.self)") }
        return value
    }
}
