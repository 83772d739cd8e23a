/// A secret: a password, a token, an API key. It cannot be printed.
///
/// It is encoded as plain text, because messages between services carry it.
public struct SecretText: Sendable {
    /// The secret, only for hashing, comparing and sending.
    public let value: String

    public init(_ value: String) { self.value = value }
}

extension SecretText: Codable {
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
