public import CBOR

/// The id of a Miataru device: any text without `:` and U+0000, chosen by the app that made it. Ids are equal if their
/// UTF-8 bytes are equal (`ExactText`).
public struct DeviceID: CheckedText {
    public let text: String

    public init?(_ text: String) {
        var text = text
        guard !text.isEmpty, !text.withUTF8({ $0.contains { $0 == UInt8(ascii: ":") || $0 == 0 } }) else { return nil }
        self.text = text
    }

    public var codedText: String { text }
}

extension DeviceID: Hashable {
    public static func == (one: DeviceID, other: DeviceID) -> Bool { ExactText(one.text) == ExactText(other.text) }

    public func hash(into hasher: inout Hasher) { ExactText(text).hash(into: &hasher) }
}

extension DeviceID: CustomStringConvertible {
    /// A device's id is enough to ask for its place, so logs show only its beginning.
    public var description: String { text.utf8.count <= 8 ? "device(…)" : "device(\(text.prefix(4))…)" }
}

/// A text that must obey rules. It is encoded as the text itself.
public protocol CheckedText: Codable, DirectlyCoded, Sendable {
    /// Creates the value of a text; nil if the text violates the rules.
    init?(_ text: String)

    var codedText: String { get }
}

extension CheckedText {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a \(Self.self)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedText)
    }

    public func write(to writer: inout MessageWriter) { writer.write(codedText) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        guard let value = Self(try reader.readText()) else { throw UnsupportedEncoding() }
        self = value
    }
}
