/// Encodes values as CBOR (RFC 8949), deterministically (section 4.2.1): definite lengths, shortest integers and
/// floats, map entries in the order of their encoded keys. Sets, and dictionaries that encode themselves as arrays, are
/// sorted.
///
/// * A key with an `intValue` is written as that integer, any other key as text.
/// * `[UInt8]` and `Data` are byte strings. `Double` and `Float` take the fewest bytes that keep their exact value.
///
/// A type must complete a container before it continues with the enclosing container, and must write no key twice;
/// otherwise it is refused with `unencodable`.
public struct CBOREncoder: Sendable {
    public init() {}

    /// Throws `nestingTooDeep` beyond 64 arrays and maps, and `unencodable` if a type fails to encode itself.
    public func encode<T: Encodable>(_ value: T) throws(CBORError) -> [UInt8] {
        var writer = MessageWriter()
        try encode(value, into: &writer)
        return [UInt8](writer.bytes)
    }

    /// Encodes a value, and appends it to `writer`. If this throws, `writer` is unchanged.
    public func encode<T: Encodable>(_ value: T, into writer: inout MessageWriter) throws(CBORError) {
        let content = try ValueEncoder.content(of: value)
        var message = MessageWriter()
        try message.write(content, depth: 0)
        guard message.count <= CBORLimit.size else { throw .outOfRange(at: message.count) }
        writer.append(message.bytes)
    }
}
