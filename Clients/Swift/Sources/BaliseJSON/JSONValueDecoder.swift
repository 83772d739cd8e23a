import Foundation

/// The origin of the body that is read.
enum JSONReading {
    /// The body is a server's answer: the first error ends the reading, and unknown members are ignored.
    case answer
    /// The body is a client's request: the reading continues after an error, up to `JSONShapeErrors.maximumCount`
    /// errors, and unknown members are errors.
    case request
    /// The body is an app's request: as for `request`, but known mix-ups are accepted.
    case lenientRequest
}

/// Decodes a `Decodable` type from a JSON value. Failures are `JSONShapeError`s. The reading of a request notes them
/// and continues with placeholders; such a result is never returned.
///
/// It is a class, because a struct would be boxed each time that it is passed as `any Decoder`.
final class JSONValueDecoder: Decoder {
    let value: JSONValue
    private let reading: JSONReading
    /// The errors found in a request so far, with paths from `value`.
    private(set) var errors: [JSONShapeError] = []
    /// The names of the members that were read, so that unknown members are found. Used only for requests.
    private var askedNames: [String] = []
    /// Whether unknown members are allowed.
    fileprivate var isOpen = false
    /// The other names of the value's members, by the member's own name.
    private(set) var otherNames: [String: [String]] = [:]

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue, as reading: JSONReading = .answer) { (self.value, self.reading) = (value, reading) }

    func part(_ part: JSONValue) -> JSONValueDecoder { JSONValueDecoder(part, as: reading) }

    /// Whether known mix-ups of apps are accepted.
    var isLenient: Bool { reading == .lenientRequest }
    private var findsAll: Bool { reading != .answer }

    func read<T: Decodable>(_ type: T.Type) throws(JSONShapeError) -> T {
        do { return try decode(type) } catch { throw JSONShapeError(caught: error) }
    }

    func readAll<T: Decodable>(_ type: T.Type) throws(JSONShapeErrors) -> T {
        let result: T
        do { result = try decode(type) } catch {
            throw JSONShapeErrors(errors) ?? JSONShapeErrors(JSONShapeError(caught: error))
        }
        if let errors = JSONShapeErrors(errors) { throw errors }
        return result
    }

    /// Reads a member or an element; nil if the reading of a request has noted an error in it.
    /// - Parameter place: Adds the part's place to an error.
    func read<T>(
        _ part: JSONValue, place: (JSONShapeError) -> JSONShapeError, _ read: (JSONValueDecoder) throws -> T
    ) throws -> T? {
        let decoder = self.part(part)
        do {
            let result = try read(decoder)
            note(decoder.errors, place)
            return result
        } catch {
            if decoder.errors.isEmpty { try fail(error, place) } else { note(decoder.errors, place) }
            return nil
        }
    }

    /// Throws an error; in a request, notes it instead.
    func fail(_ error: any Error, _ place: (JSONShapeError) -> JSONShapeError) throws(JSONShapeError) {
        let error = place(JSONShapeError(caught: error))
        guard findsAll else { throw error }
        note([error])
    }

    /// Notes errors, but only up to a limit, because a body may contain thousands of errors.
    func note(_ found: [JSONShapeError], _ place: (JSONShapeError) -> JSONShapeError = { $0 }) {
        errors += found.prefix(JSONShapeErrors.maximumCount - errors.count).map(place)
    }

    func ask(for name: String) { if findsAll, !askedNames.contains(name) { askedNames.append(name) } }

    /// Returns a placeholder for a value that could not be read, so that reading can continue. Throws if no value fits.
    func standIn<T: Decodable>(for type: T.Type) throws(JSONShapeError) -> T {
        for value in JSONValueDecoder.standIns {
            if let standIn = try? JSONValueDecoder(value, as: .lenientRequest).decode(type) { return standIn }
        }
        throw JSONShapeError(.isNot("what is needed"))
    }

    /// The placeholders. The last two fit times of the day and audiences, which none of the others fits.
    private static let standIns: [JSONValue] = {
        let all = #"["", 0, false, {}, [], "00:00", {"everyone": true}]"#
        return (try? JSONDocument(Array(all.utf8)).root.elements.map { Array($0) }) ?? []
    }()

    /// Whether an error is about a placeholder. Its member, or a part of it, already has a noted error.
    private func isOfWrongMember(_ error: JSONShapeError) -> Bool {
        errors.contains { known in
            if case .missingBoth(other: known.path) = error.problem { return true }
            return known.path == error.path || known.path.hasPrefix(error.path + "[")
                || known.path.hasPrefix(error.path + ".")
        }
    }

    private func noteUnreadMembers() {
        guard !isOpen, !askedNames.isEmpty, let members = value.members else { return }
        for (name, _) in members where !askedNames.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            note([JSONShapeError(.unknown(known: askedNames)).inMember(name)])
        }
        // For a wrapper type, this function runs twice, so the names start again.
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
        // A Date would otherwise decode itself from a number.
        if type == Date.self, let date = try value.date(isLenient) as? T { return date }
        guard findsAll else { return try T(from: self) }
        if isLenient, let aliased = type as? any JSONAliases.Type { otherNames = aliased.otherNames }
        if type is any JSONOpenObject.Type { isOpen = true }
        let result = try T(from: self)
        noteUnreadMembers()
        if type is any JSONChecked.Type, let body = result as? any JSONChecked {
            note(body.shapeErrors.filter { !isOfWrongMember($0) })
        }
        return result
    }
}

private struct JSONElementsDecoder: UnkeyedDecodingContainer {
    let decoder: JSONValueDecoder
    private var elements: JSONValue.Elements
    private var upcoming: JSONValue?
    private(set) var currentIndex = 0

    init(decoder: JSONValueDecoder, elements: JSONValue.Elements) {
        (self.decoder, self.elements) = (decoder, elements)
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
        try nested { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try nested { $0 } }

    private mutating func nested<T>(_ read: (JSONValueDecoder) throws -> T) throws -> T {
        guard let upcoming else { throw JSONShapeError(.missing) }
        let result = try read(decoder.part(upcoming))
        advance()
        return result
    }

    private mutating func advance() {
        upcoming = elements.next()
        currentIndex += 1
    }
}

extension Decoder {
    /// The JSON value that is being read, for types that read it themselves. Throws for a decoder of another format.
    public func jsonValue() throws(JSONShapeError) -> JSONValue {
        guard let decoder = self as? JSONValueDecoder else {
            if let value = otherJSON { return value() }
            throw JSONShapeError(.isNot("a value of JSON"))
        }
        decoder.isOpen = true
        return decoder.value
    }

    /// Whether the decoder reads JSON. Some values have another form in messages between services.
    public var readsJSON: Bool { self is JSONValueDecoder || otherJSON != nil }

    /// The value that another JSON decoder reads; nil for any other decoder. Decoders of messages have no `userInfo`.
    private var otherJSON: (() -> JSONValue)? {
        guard !userInfo.isEmpty, let key = CodingUserInfoKey.jsonValue else { return nil }
        return userInfo[key] as? () -> JSONValue
    }

    /// Whether known mix-ups of apps are accepted.
    public var isLenientJSON: Bool { (self as? JSONValueDecoder)?.isLenient ?? false }
}

extension CodingUserInfoKey {
    /// The key under which another JSON decoder provides a `() -> JSONValue` for the value that it reads.
    static let jsonValue = CodingUserInfoKey(rawValue: "BaliseJSON.jsonValue")
}

extension JSONShapeError {
    /// Converts an error. Types that read their JSON themselves may throw errors of another type.
    fileprivate init(caught error: any Error) {
        self = error as? JSONShapeError ?? JSONShapeError(.isNot("what is needed"))
    }
}

/// Reads the members of an object by name. A `null` counts as absent.
struct JSONMembersDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONValueDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.value.members?.compactMap { Key(stringValue: $0.name) } ?? [] }

    func contains(_ key: Key) -> Bool { given(key, isText: false) != nil }
    func decodeNil(forKey key: Key) -> Bool { given(key, isText: false) == nil }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if type is any FlattenedMember.Type { return try T(from: decoder) }
        return try needed(key, type) { try decodeIfPresent(type, forKey: key) }
    }

    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
        try value(key, isText: true) { text, _ in try String(text) }
    }

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try value(key) { try $0.flag($1) } }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try value(key) { try $0.number($1) } }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try value(key) { try $0.wholeNumber($1) } }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try value(key) { try $0.wholeNumber($1) } }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try read(key, isText: type is any JSONText.Type) { try $0.decode(type) }
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try nested(key) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key) { try $0.unkeyedContainer() }
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) { $0 } }

    /// Returns the value of a member; nil if it is absent, `null`, or an empty string that is treated as absent.
    private func given(_ key: Key, isText: @autoclosure () -> Bool) -> JSONValue? {
        let name = key.stringValue
        decoder.ask(for: name)
        if let value = decoder.value.member(named: name), isGiven(value, isText) { return value }
        guard let otherNames = decoder.otherNames[name] else { return nil }
        for name in otherNames {
            decoder.ask(for: name)
            if let value = decoder.value.member(named: name), isGiven(value, isText) { return value }
        }
        return nil
    }

    private func isGiven(_ value: JSONValue, _ isText: () -> Bool) -> Bool {
        if value.kind == .null { return false }
        return !(decoder.isLenient && value.isEmptyText && isText())
    }

    /// Reads a member.
    /// - Parameter read: Reads the value; its second argument is whether reading is lenient.
    private func value<T>(_ key: Key, isText: Bool = false, _ read: (JSONValue, Bool) throws -> T) throws -> T? {
        guard let value = given(key, isText: isText) else { return nil }
        do {
            return try read(value, decoder.isLenient)
        } catch {
            try decoder.fail(error) { $0.inMember(key.stringValue) }
            return nil
        }
    }

    private func read<T>(
        _ key: Key, isText: @autoclosure () -> Bool, _ read: (JSONValueDecoder) throws -> T
    ) throws -> T? {
        guard let value = given(key, isText: isText()) else { return nil }
        return try decoder.read(value, place: { $0.inMember(key.stringValue) }, read)
    }

    /// Reads a required member. If it is missing, the reading of a request continues with a placeholder.
    private func needed<T: Decodable>(_ key: Key, _ type: T.Type, _ read: () throws -> T?) throws -> T {
        let errors = decoder.errors.count
        if let value = try read() { return value }
        if decoder.errors.count == errors { try decoder.fail(missing(key)) { $0 } }
        return try decoder.standIn(for: type)
    }

    private func nested<T>(_ key: Key, _ read: (JSONValueDecoder) throws -> T) throws -> T {
        guard let value = given(key, isText: false) else { throw missing(key) }
        do {
            return try read(decoder.part(value))
        } catch let error as JSONShapeError {
            throw error.inMember(key.stringValue)
        }
    }

    private func missing(_ key: Key) -> JSONShapeError { JSONShapeError(.missing).inMember(key.stringValue) }
}
