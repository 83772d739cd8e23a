@testable import BaliseJSON

/// Reads a type without a text, and notes the names of its members, their types, and which may be absent.
final class BodyRecorder: Decoder {
    enum Asked {
        case nothing
        case members([(name: String, type: any Decodable.Type)])
        case elements(any Decodable.Type)
        case scalar(any Decodable.Type)
        /// The JSON itself, by a reading of its own.
        case json
    }

    private(set) var asked = Asked.nothing
    private(set) var optionalMembers: Set<String> = []
    /// Whether it asked for the JSON itself as well, and so for members by any name.
    private(set) var isOpen = false
    private let isFull: Bool
    private let json: JSONValue?

    init(isFull: Bool, json: JSONValue? = nil) {
        (self.isFull, self.json) = (isFull, json)
    }

    var codingPath: [any CodingKey] { [] }

    var userInfo: [CodingUserInfoKey: Any] {
        guard let key = CodingUserInfoKey.jsonValue, let json = json ?? Self.value("{}") else { return [:] }
        let read: () -> JSONValue = { [self] in
            isOpen = true
            if case .nothing = asked { asked = .json }
            return json
        }
        return [key: read]
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if case .members = asked {} else { asked = .members([]) }
        return KeyedDecodingContainer(Members(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Elements(recorder: self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Scalar(recorder: self) }

    static func value(_ text: String) -> JSONValue? { try? JSONDocument(Array(text.utf8)).root }

    /// At least one of these texts fits each type that reads only some.
    static let texts = [#""text""#, #""00:00""#, #""unread""#, "7", "true", "{}", #"{"everyone":true}"#, "[]"]

    static func words(of type: any Any.Type) -> [String] {
        func words<Word: OpenWord>(_ type: Word.Type) -> [String] { type.allCases.map(\.word) }
        if let word = type as? any OpenWord.Type { return words(word) }
        func raw<Word: CaseIterable & RawRepresentable>(_ type: Word.Type) -> [String] {
            type.allCases.compactMap { $0.rawValue as? String }
        }
        guard let word = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
        return raw(word)
    }

    private static func sample<T: Decodable>(_ type: T.Type, isFull: Bool) throws -> T {
        let texts = words(of: type).prefix(1).map { "\"\($0)\"" } + Self.texts
        do { return try T(from: BodyRecorder(isFull: isFull, json: texts.first.flatMap(value))) } catch {
            for text in texts {
                if let sample = try? T(from: BodyRecorder(isFull: isFull, json: value(text))) { return sample }
            }
            throw error
        }
    }

    /// A sample of a type; a new recorder follows what it asks for.
    private func sample<T: Decodable>(_ type: T.Type) throws -> T {
        if let text = json?.string as? T { return text }
        let scalars: [Any] = [
            "text", true, Date(timeIntervalSince1970: 1_763_712_000), 7.5, 7, Int64(7), Int32(7), UInt64(7),
        ]
        for case let scalar as T in scalars where Swift.type(of: scalar) == type { return scalar }
        return try Self.sample(type, isFull: isFull)
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let recorder: BodyRecorder

        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool {
            recorder.optionalMembers.insert(key.stringValue)
            return recorder.isFull
        }

        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            if type is any FlattenedMember.Type { return try T(from: recorder) }
            if case .members(let members) = recorder.asked, !members.contains(where: { $0.name == key.stringValue }) {
                recorder.asked = .members(members + [(key.stringValue, type)])
            }
            return try recorder.sample(type)
        }

        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw JSONShapeError(.missing) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw JSONShapeError(.missing)
        }

        func superDecoder() -> any Decoder { recorder }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw JSONShapeError(.missing) }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let recorder: BodyRecorder
        private(set) var currentIndex = 0

        init(recorder: BodyRecorder) { self.recorder = recorder }

        var codingPath: [any CodingKey] { [] }
        var count: Int? { 1 }
        var isAtEnd: Bool { currentIndex > 0 }

        mutating func decodeNil() -> Bool { false }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            recorder.asked = .elements(type)
            currentIndex += 1
            return try recorder.sample(type)
        }

        mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw JSONShapeError(.missing)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw JSONShapeError(.missing) }
        mutating func superDecoder() throws -> any Decoder { throw JSONShapeError(.missing) }
    }

    private struct Scalar: SingleValueDecodingContainer {
        let recorder: BodyRecorder

        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            recorder.asked = .scalar(type)
            return try recorder.sample(type)
        }
    }
}
