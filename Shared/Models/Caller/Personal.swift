public import CBOR

/// Personal data. It is encoded as the plain value, because messages between services contain it.
public struct Personal<Value: Codable & Hashable & Sendable>: Codable, Hashable, Redacted {
    public let value: Value

    public init(_ value: Value) { self.value = value }

    public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Personal: DirectlyCoded where Value: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { value.write(to: &writer) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { value = try Value(reading: &reader) }
}

/// A value whose content must not reach a log: printing, interpolating, dumping and debugging show `<redacted>`.
public protocol Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
