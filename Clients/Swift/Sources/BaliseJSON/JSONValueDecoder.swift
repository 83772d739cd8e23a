// Reading `Codable` types from a value of a JSON document: one value, and the elements of an array.

import Foundation

/// Reads a `Decodable` type from a JSON value. What cannot be read is told as a `JSONShapeError`.
///
/// A class, since a struct would be put into a box for each `any Decoder` that it is handed on as.
final class JSONValueDecoder: Decoder {
    let value: JSONValue
    /// Whether what apps are known to mix up is taken for what they mean.
    let isLenient: Bool
    /// Further names of the value's members, by their own.
    let otherNames: [String: [String]]

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue, isLenient: Bool = false, otherNames: [String: [String]] = [:]) {
        self.value = value
        self.isLenient = isLenient
        self.otherNames = otherNames
    }

    /// Reads the value, with the one kind of error that reading here can end in.
    func read<T: Decodable>(_ type: T.Type) throws(JSONShapeError) -> T {
        do {
            return try decode(type)
        } catch let error as JSONShapeError {
            throw error
        } catch {
            throw JSONShapeError(.isNot("what is needed"))
        }
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard value.kind == .object else { throw JSONShapeError(.isNot("an object")) }
        return KeyedDecodingContainer(JSONMembersDecoder(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.elements else { throw JSONShapeError(.isNot("an array")) }
        return JSONElementsDecoder(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.kind == .null }
    func decode(_ type: String.Type) throws -> String { try String(value) }
    func decode(_ type: Bool.Type) throws -> Bool { try value.flag(isLenient) }
    func decode(_ type: Double.Type) throws -> Double { try value.number(isLenient) }
    func decode(_ type: Float.Type) throws -> Float { Float(try value.number(isLenient)) }
    func decode(_ type: Int.Type) throws -> Int { try value.wholeNumber(isLenient) }
    func decode(_ type: Int8.Type) throws -> Int8 { try value.wholeNumber(isLenient) }
    func decode(_ type: Int16.Type) throws -> Int16 { try value.wholeNumber(isLenient) }
    func decode(_ type: Int32.Type) throws -> Int32 { try value.wholeNumber(isLenient) }
    func decode(_ type: Int64.Type) throws -> Int64 { try value.wholeNumber(isLenient) }
    func decode(_ type: UInt.Type) throws -> UInt { try value.wholeNumber(isLenient) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try value.wholeNumber(isLenient) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try value.wholeNumber(isLenient) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try value.wholeNumber(isLenient) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try value.wholeNumber(isLenient) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // A Date would read itself as a number.
        if type == Date.self, let date = try value.date(isLenient) as? T { return date }
        return try T(from: self)
    }
}

/// Reads the elements of an array, in order.
private struct JSONElementsDecoder: UnkeyedDecodingContainer {
    let decoder: JSONValueDecoder
    private var elements: JSONValue.Elements
    private var upcoming: JSONValue?
    private(set) var currentIndex = 0

    init(decoder: JSONValueDecoder, elements: JSONValue.Elements) {
        self.decoder = decoder
        self.elements = elements
        upcoming = self.elements.next()
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { upcoming == nil }

    mutating func decodeNil() -> Bool {
        guard upcoming?.kind == .null else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        do {
            let element = try element().decode(type)
            advance()
            return element
        } catch let error as JSONShapeError {
            throw error.inElement(currentIndex)
        }
    }

    mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try element().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let element = try element()
        advance()
        return element
    }

    private func element() throws(JSONShapeError) -> JSONValueDecoder {
        guard let upcoming else { throw JSONShapeError(.missing) }
        return JSONValueDecoder(upcoming, isLenient: decoder.isLenient)
    }

    private mutating func advance() {
        upcoming = elements.next()
        currentIndex += 1
    }
}

extension Decoder {
    /// The JSON value that is being read, for types that read it by themselves.
    ///
    /// Throws for a decoder of another format.
    public func jsonValue() throws(JSONShapeError) -> JSONValue {
        guard let decoder = self as? JSONValueDecoder else { throw JSONShapeError(.isNot("a value of JSON")) }
        return decoder.value
    }

    /// Whether what apps are known to mix up is taken for what they mean.
    public var isLenientJSON: Bool { (self as? JSONValueDecoder)?.isLenient ?? false }
}
