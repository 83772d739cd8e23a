public import CBOR

/// The id of a Miataru device: any text without `:` and U+0000, chosen by the app that made it. Ids are equal if their UTF-8
/// bytes are (`ExactText`).
public struct DeviceID: Sendable, DirectlyCoded {
    public let text: String

    public init?(_ text: String) {
        var text = text
        guard !text.isEmpty, !text.withUTF8({ $0.contains { $0 == UInt8(ascii: ":") || $0 == 0 } }) else { return nil }
        self.text = text
    }

    public func write(to writer: inout MessageWriter) { writer.write(text) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        guard let value = DeviceID(try reader.readText()) else { throw UnsupportedEncoding() }
        self = value
    }
}

extension DeviceID: Hashable {
    public static func == (one: DeviceID, other: DeviceID) -> Bool { ExactText(one.text) == ExactText(other.text) }

    public func hash(into hasher: inout Hasher) { ExactText(text).hash(into: &hasher) }
}

extension DeviceID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = DeviceID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a device id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension DeviceID: CustomStringConvertible {
    /// A device's id is enough to ask for its place, so logs show only its beginning.
    public var description: String { text.utf8.count <= 8 ? "device(…)" : "device(\(text.prefix(4))…)" }
}
