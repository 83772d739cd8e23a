public import CBOR

/// A value of a place: a JSON number, a JSON string, or `null`, as the client sent it. Miataru clients send numbers in
/// both forms, and must get back the same type and characters. So the JSON token itself is stored, and the number is
/// read from it on demand.
public struct LocationValue: Hashable, Redacted, DirectlyCoded {
    /// The JSON token: `10.8`, `"+10.837502"` (with its quotes), or `null`.
    public let json: String

    /// Stores a JSON token, which must be valid: nothing checks it here.
    public init(json: String) { self.json = json }

    public static let null = LocationValue(json: "null")

    public func write(to writer: inout MessageWriter) { writer.write(json) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { json = try reader.readText() }
}

extension LocationValue: Codable {
    public init(from decoder: any Decoder) throws { json = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json)
    }
}
