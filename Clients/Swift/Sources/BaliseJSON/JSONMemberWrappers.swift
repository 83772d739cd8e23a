// How single members of a body are written where that is not in the usual way.

public import Foundation

/// A member that is written as `null` where there is no value, instead of being left out.
@propertyWrapper
public struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The value, if there is one.
    public var wrappedValue: Value?

    /// Holds a value, or none.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

/// A moment that is written in milliseconds, or left out where there is none.
@propertyWrapper
public struct InMilliseconds: Codable, Hashable, Sendable {
    /// The moment, if there is one.
    public var wrappedValue: Date?

    /// Holds a moment, or none.
    public init(wrappedValue: Date?) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Date.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let wrappedValue else { return try container.encodeNil() }
        try container.encode(RFC3339.text(of: wrappedValue, to: .milliseconds))
    }
}

/// A text that may be empty, also to lenient reading, which takes every other empty text for none.
@propertyWrapper
public struct MayBeEmpty: Codable, Hashable, Sendable {
    /// The text, if there is one.
    public var wrappedValue: String?

    /// Holds a text, or none.
    public init(wrappedValue: String?) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

/// What has no member of its own: its members stand among those of the object that holds it.
@propertyWrapper
public struct Flattened<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The value.
    public var wrappedValue: Value

    /// Holds a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

// The compiler asks for the wrapper itself, which cannot say by itself that its member is absent.

extension KeyedDecodingContainer {
    /// Reads a member that may be absent.
    public func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }

    /// Reads a moment that may be absent.
    public func decode(_ type: InMilliseconds.Type, forKey key: Key) throws -> InMilliseconds {
        InMilliseconds(wrappedValue: try decodeIfPresent(Date.self, forKey: key))
    }

    /// Reads a text that may be empty or absent.
    public func decode(_ type: MayBeEmpty.Type, forKey key: Key) throws -> MayBeEmpty {
        try decodeIfPresent(type, forKey: key) ?? MayBeEmpty(wrappedValue: nil)
    }

    /// Reads a value from the members of this object.
    public func decode<Value>(_ type: Flattened<Value>.Type, forKey key: Key) throws -> Flattened<Value> {
        try Flattened(from: try superDecoder())
    }
}

extension KeyedEncodingContainer {
    /// Writes a text, or nothing where there is none.
    public mutating func encode(_ text: MayBeEmpty, forKey key: Key) throws {
        try encodeIfPresent(text.wrappedValue, forKey: key)
    }

    /// Writes the members of a value among those of this object.
    public mutating func encode<Value>(_ value: Flattened<Value>, forKey key: Key) throws {
        try value.encode(to: superEncoder())
    }

    /// Writes a value, or `null` where there is none.
    public mutating func encode<Value>(_ value: Nullable<Value>, forKey key: Key) throws {
        if let value = value.wrappedValue { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    /// Writes a moment, or nothing where there is none.
    public mutating func encode(_ time: InMilliseconds, forKey key: Key) throws {
        guard let time = time.wrappedValue else { return }
        try encode(RFC3339.text(of: time, to: .milliseconds), forKey: key)
    }
}
