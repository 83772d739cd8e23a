public import CBOR

/// Codes the values of feeds directly (`DirectlyCoded`). The bytes equal those of the general coder.
public enum FeedValue {
    public static func write(_ value: some DirectlyCoded & Encodable) -> [UInt8] {
        var writer = MessageWriter(capacity: 128)
        value.write(to: &writer)
        return [UInt8](writer.bytes)
    }

    /// Falls back to the general coder, and throws its errors.
    public static func read<Value: DirectlyCoded & Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(CBORError) -> Value {
        if let value = bytes.withUnsafeBytes({ Value.read($0) }) { return value }
        return try CBORDecoder().decode(type, from: bytes)
    }
}
