public import BaliseJSON

/// A secret in a body, such as a password, a token or a key. It cannot be printed, so that it does not get into a log
/// by accident.
public struct SecretString: Hashable, JSONReadable, JSONText {
    /// The secret, only for storing and sending.
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

extension SecretString: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension JSONObject {
    /// Sets a secret; nil leaves the member out.
    public mutating func set(_ name: String, _ secret: SecretString?) { set(name, secret?.value) }
}
