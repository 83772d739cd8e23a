// The id of a session.

/// The id of a session: one sign-in on one device. It is no secret and gives no access.
///
/// Opaque: it says nothing about what it names. 1 to 36 characters out of `A-Z a-z 0-9 _ -`.
public struct SessionID: Hashable, Sendable {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}

extension SessionID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = SessionID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an opaque id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension SessionID: CustomStringConvertible {
    public var description: String { text }
}
