public import BaliseJSON

/// The envelope of most answers: the content in `data`, and `success`, which repeats the status for apps.
public struct ResponseEnvelope<Content: JSONConvertible>: JSONConvertible {
    private var success = AlwaysTrue()
    /// The content of the answer.
    public var data: Content

    public init(_ data: Content) { self.data = data }
}

extension ResponseEnvelope: Equatable where Content: Equatable {}
extension ResponseEnvelope: Hashable where Content: Hashable {}

/// A member that is always `true`. A reader ignores its value.
struct AlwaysTrue: Codable, Hashable, Sendable {
    init() {}

    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(true)
    }
}

/// An empty `data`. A reader ignores its value.
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

/// The answer of calls that return no data.
public struct DoneResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// A text for people about the result.
    public var message: String
    private var data = EmptyObject()

    public init(message: String) { self.message = message }
}
