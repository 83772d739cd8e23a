// The way from an Encodable value to CBOR bytes.

/// Encodes values as CBOR (RFC 8949), deterministically: equal values have equal bytes.
///
/// The output follows the core deterministic encoding requirements (section 4.2.1): definite lengths, shortest
/// integers and floats, map entries in the order of their encoded keys. Sets, and dictionaries that encode themselves
/// as arrays, are ordered too.
///
/// * A key that has an `intValue` is written as that integer, any other as text. Dictionaries with `Int` keys have
///   integer keys, those with `String` keys text.
/// * `[UInt8]` and `Data` are byte strings. `Double` and `Float` take the fewest bytes that keep every bit of them.
///
/// A type encodes a container completely before it goes on with the one around it, as synthesized code does, and writes
/// no key twice; one that does otherwise is refused with `unencodable`.
public struct CBOREncoder: Sendable {
    /// An encoder; there is nothing to set.
    public init() {}

    /// The bytes of `value`.
    ///
    /// Throws `nestingTooDeep` beyond 64 arrays and maps, and `unencodable` when a type fails to encode itself.
    public func encode<T: Encodable>(_ value: T) throws(CBORError) -> [UInt8] {
        var writer = MessageWriter()
        try encode(value, into: &writer)
        return [UInt8](writer.bytes)
    }

    /// Appends the bytes of `value` to what `writer` has, which stays as it is when this throws, as `encode(_:)` does.
    public func encode<T: Encodable>(_ value: T, into writer: inout MessageWriter) throws(CBORError) {
        let content = try ValueEncoder.content(of: value)
        var message = MessageWriter()
        try message.write(content, depth: 0)
        guard message.count <= CBORLimit.size else { throw .outOfRange(at: message.count) }
        writer.append(message.bytes)
    }
}
