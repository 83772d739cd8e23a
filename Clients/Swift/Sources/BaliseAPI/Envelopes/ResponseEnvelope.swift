// The envelope in which most answers of the API come.

public import BaliseJSON

/// An answer that comes in an envelope: `success`, and what was asked for in `data`.
///
/// `success` says nothing that the status does not say, so it is written and not read.
public struct ResponseEnvelope<Content: JSONConvertible>: JSONConvertible {
    private var success = AlwaysTrue()
    /// What was asked for.
    public var data: Content

    /// Puts something into an envelope.
    public init(_ data: Content) { self.data = data }
}

extension ResponseEnvelope: Equatable where Content: Equatable {}
extension ResponseEnvelope: Hashable where Content: Hashable {}

/// A member that is always `true`, and is not looked at when it is read.
struct AlwaysTrue: Codable, Hashable, Sendable {
    init() {}

    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(true)
    }
}

/// The content of an envelope that has none, which is not looked at when it is read.
struct EmptyObject: Codable, Hashable, Sendable {
    init() {}

    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws { try encoder.encode(json: "{}") }
}

extension KeyedDecodingContainer {
    func decode(_ type: AlwaysTrue.Type, forKey key: Key) throws -> AlwaysTrue {
        try decodeIfPresent(type, forKey: key) ?? AlwaysTrue()
    }

    func decode(_ type: EmptyObject.Type, forKey key: Key) throws -> EmptyObject {
        try decodeIfPresent(type, forKey: key) ?? EmptyObject()
    }
}
