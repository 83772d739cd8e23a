public import CBOR

/// The secret that protects a device's data and cannot be printed.
public struct DeviceKey: Redacted, DirectlyCoded {
    /// UTF-16 units.
    public static let maximumLength = 256

    /// The secret, only for hashing and sending.
    public let secret: String

    public init?(_ secret: String) {
        guard !secret.isEmpty, secret.utf16.count <= DeviceKey.maximumLength else { return nil }
        self.secret = secret
    }

    public func write(to writer: inout MessageWriter) { writer.write(secret) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        guard let value = DeviceKey(try reader.readText()) else { throw UnsupportedEncoding() }
        self = value
    }
}

extension DeviceKey: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = DeviceKey(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a device key")
        }
        self = key
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secret)
    }
}
