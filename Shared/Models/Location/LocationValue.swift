// A number in a Miataru location, in the very form in which the client wrote it.

public import CBOR

/// A value of a location as the client wrote it: a JSON number, a JSON string, or `null`.
///
/// Miataru clients send numbers as JSON numbers or as strings, and each gets back what it sent: the same JSON type, the
/// same characters. So the token itself is kept, and whoever needs the number reads it from the token.
public struct LocationValue: Hashable, Sendable {
    /// The JSON token: `10.8`, `"+10.837502"` (with its quotes), or `null`.
    public let json: String

    /// A token that is already valid JSON; the caller vouches for that.
    public init(json: String) { self.json = json }

    /// JSON's `null`.
    public static let null = LocationValue(json: "null")
}

extension LocationValue: Codable {
    public init(from decoder: any Decoder) throws {
        json = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json)
    }
}

extension LocationValue: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(json) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { json = try reader.readText() }
}

extension LocationValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
