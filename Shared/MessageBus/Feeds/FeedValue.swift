// The values of feeds: coded directly where their type can be, as messages are.

public import CBOR

/// Writes and reads the values of feeds that are `DirectlyCoded`. The bytes are those of the general coder.
public enum FeedValue {
    /// The bytes of a value.
    public static func write(_ value: some DirectlyCoded & Encodable) -> [UInt8] {
        var writer = MessageWriter(capacity: 128)
        value.write(to: &writer)
        return [UInt8](writer.bytes)
    }

    /// The value that bytes are. Throws what the general coder says of others.
    public static func read<Value: DirectlyCoded & Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(CBORError) -> Value {
        if let value = bytes.withUnsafeBytes({ Value.read($0) }) { return value }
        return try CBORDecoder().decode(type, from: bytes)
    }
}
