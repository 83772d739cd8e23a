// Reading `Codable` types from a value of a JSON document: one value, and the elements of an array.

import Foundation

/// Reads a `Decodable` type from a JSON value. What cannot be read is reported as a `JSONShapeError`.
///
/// Lenient reading goes on after an error: it notes the error and puts a stand-in in the value's place. A result that was read
/// with errors is given to no caller.
///
/// A class, since a struct would be put into a box for each `any Decoder` that it is passed on as.
final class JSONValueDecoder: Decoder {
    let value: JSONValue
    /// Whether reading accepts what apps are known to mix up, and goes on after an error.
    let isLenient: Bool
    /// The errors of lenient reading so far, as seen from `value`.
    private(set) var errors: [JSONShapeError] = []
    /// The names of the members that were asked for, to find those that nothing reads. Kept by lenient reading only.
    private var askedNames: [String] = []
    /// Whether members that nothing reads are no error.
    fileprivate var isOpen = false
    /// Further names of the value's members, by their own.
    private(set) var otherNames: [String: [String]] = [:]

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue, isLenient: Bool = false) {
        self.value = value
        self.isLenient = isLenient
    }

    /// Reads the value up to the first error.
    func read<T: Decodable>(_ type: T.Type) throws(JSONShapeError) -> T {
        do {
            return try decode(type)
        } catch {
            throw JSONShapeError(caught: error)
        }
    }

    /// Reads the value and reports all errors in it.
    func readAll<T: Decodable>(_ type: T.Type) throws(JSONShapeErrors) -> T {
        let result: T
        do {
            result = try decode(type)
        } catch {
            throw JSONShapeErrors(errors) ?? JSONShapeErrors(JSONShapeError(caught: error))
        }
        if let errors = JSONShapeErrors(errors) { throw errors }
        return result
    }

    /// Reads a part of the value: a member or an element. Nil for one in which lenient reading ended early.
    ///
    /// - Parameter place: Makes an error of the part one of the value.
    func read<T>(
        _ part: JSONValue, place: (JSONShapeError) -> JSONShapeError, _ read: (JSONValueDecoder) throws -> T
    ) throws -> T? {
        let decoder = JSONValueDecoder(part, isLenient: isLenient)
        do {
            let result = try read(decoder)
            note(decoder.errors, place)
            return result
        } catch {
            if decoder.errors.isEmpty { try fail(error, place) } else { note(decoder.errors, place) }
            return nil
        }
    }

    /// Ends reading with an error, or notes it when reading is lenient.
    func fail(_ error: any Error, _ place: (JSONShapeError) -> JSONShapeError) throws(JSONShapeError) {
        let error = place(JSONShapeError(caught: error))
        guard isLenient else { throw error }
        note([error])
    }

    /// Notes errors, up to a bound: a body may hold thousands of them.
    func note(_ found: [JSONShapeError], _ place: (JSONShapeError) -> JSONShapeError = { $0 }) {
        errors += found.prefix(JSONShapeErrors.maximumCount - errors.count).map(place)
    }

    /// Remembers which member is read.
    func ask(for name: String) {
        if isLenient, !askedNames.contains(name) { askedNames.append(name) }
    }

    /// A value in the place of one that could not be read, so that reading can go on. Throws where no value fits.
    func standIn<T: Decodable>(for type: T.Type) throws(JSONShapeError) -> T {
        for value in JSONValueDecoder.standIns {
            if let standIn = try? JSONValueDecoder(value, isLenient: true).decode(type) { return standIn }
        }
        throw JSONShapeError(.isNot("what is needed"))
    }

    /// The last one is for times of the day, which no other one fits.
    private static let standIns: [JSONValue] =
        (try? JSONDocument(Array(#"["", 0, false, {}, [], "00:00"]"#.utf8)).root.elements.map { Array($0) }) ?? []

    /// Notes each member of an object that no type has read.
    private func noteUnreadMembers() {
        guard !isOpen, !askedNames.isEmpty, let members = value.members else { return }
        for (name, _) in members where !askedNames.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            note([JSONShapeError(.unknown(known: askedNames)).inMember(name)])
        }
        // A type that wraps another one ends here twice.
        askedNames = []
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
        guard isLenient else { return try T(from: self) }
        if let aliased = type as? any JSONAliases.Type { otherNames = aliased.otherNames }
        if type is any JSONOpenObject.Type { isOpen = true }
        let result = try T(from: self)
        noteUnreadMembers()
        if type is any JSONBounded.Type, let body = result as? any JSONBounded {
            // A stand-in may be out of bounds, and its member has an error already.
            note(body.boundErrors.filter { bound in !errors.contains { $0.path == bound.path } })
        }
        return result
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
        guard let upcoming else { throw JSONShapeError(.missing) }
        let index = currentIndex
        let element = try decoder.read(upcoming, place: { $0.inElement(index) }) { try $0.decode(type) }
        advance()
        return try element ?? decoder.standIn(for: type)
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
        decoder.isOpen = true
        return decoder.value
    }

    /// Whether what apps are known to mix up is taken for what they mean.
    public var isLenientJSON: Bool { (self as? JSONValueDecoder)?.isLenient ?? false }
}

extension JSONShapeError {
    /// The error in which reading ended. Types that read themselves may throw errors of another kind.
    fileprivate init(caught error: any Error) {
        self = error as? JSONShapeError ?? JSONShapeError(.isNot("what is needed"))
    }
}
