public import BaliseJSON

/// A secret: a password, a token, an API key. It cannot be printed, so that it does not get into a log by accident. It
/// is encoded as plain text, because bodies and messages between services carry it.
public struct SecretText: Hashable, JSONReadable, JSONText {
    /// The secret, only for hashing, comparing, storing and sending.
    public let value: String

    /// Creates a secret.
    public init(_ value: String) { self.value = value }

    public init(_ json: JSONValue) throws(JSONShapeError) { value = try String(json) }

    public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension JSONObject {
    /// Sets a secret; nil leaves the member out.
    public mutating func set(_ name: String, _ secret: SecretText?) { set(name, secret?.value) }
}
