public import Foundation

/// A member that is written as `null` instead of being left out.
@propertyWrapper
public struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The value; nil if the member is `null`.
    public var wrappedValue: Value?

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

/// A time that is written with milliseconds; left out if it is nil.
@propertyWrapper
public struct InMilliseconds: Codable, Hashable, Sendable {
    /// The time; nil if it is absent.
    public var wrappedValue: Date?

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

/// A string that is accepted even if it is empty. Lenient reading treats other empty strings as absent.
@propertyWrapper
public struct MayBeEmpty: Codable, Hashable, Sendable {
    /// The string; nil if it is absent.
    public var wrappedValue: String?

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

/// A member whose own members are placed beside the other members of the object that contains it.
protocol FlattenedMember {}

/// A value whose members are placed beside the other members of the JSON object. Between services, it is its own field.
@propertyWrapper
public struct Flattened<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable, FlattenedMember {
    /// The value whose members are placed there.
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

// The compiler calls these overloads for members with a wrapper, because a wrapper cannot handle its own absence.

extension KeyedDecodingContainer {
    /// Reads a member that may be absent.
    public func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }

    /// Reads a moment that may be absent.
    public func decode(_ type: InMilliseconds.Type, forKey key: Key) throws -> InMilliseconds {
        InMilliseconds(wrappedValue: try decodeIfPresent(Date.self, forKey: key))
    }

    /// Reads a string that may be empty or absent.
    public func decode(_ type: MayBeEmpty.Type, forKey key: Key) throws -> MayBeEmpty {
        try decodeIfPresent(type, forKey: key) ?? MayBeEmpty(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes a string; nil is left out.
    public mutating func encode(_ text: MayBeEmpty, forKey key: Key) throws {
        try encodeIfPresent(text.wrappedValue, forKey: key)
    }

    /// Writes a value, or `null`.
    public mutating func encode<Value>(_ value: Nullable<Value>, forKey key: Key) throws {
        if let value = value.wrappedValue { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    /// Writes a time; nil is left out.
    public mutating func encode(_ time: InMilliseconds, forKey key: Key) throws {
        guard let time = time.wrappedValue else { return }
        try encode(RFC3339.text(of: time, to: .milliseconds), forKey: key)
    }
}
