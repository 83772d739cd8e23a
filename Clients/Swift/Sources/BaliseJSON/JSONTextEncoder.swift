import Foundation

/// Writes one `Codable` value as JSON, and never throws. `finish` or the next sibling closes an open object or array.
final class JSONTextEncoder: Encoder {
    /// The text of the whole document.
    final class Output {
        var writer: JSONWriter

        init(_ writer: JSONWriter) { self.writer = writer }
    }

    private enum Form { case undecided, object, array, scalar }

    let output: Output
    private var form = Form.undecided
    private var isEmpty = true
    /// The part of this value that is still open; nil if no part is open.
    private var part: JSONTextEncoder?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ output: Output) { self.output = output }

    /// Continues an object whose closing brace is not written yet.
    convenience init(continuing writer: JSONWriter) {
        self.init(Output(writer))
        form = .object
        isEmpty = writer.bytes.isEmpty
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        form = .object
        return KeyedEncodingContainer(JSONMembersEncoder<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        form = .array
        return JSONElementsEncoder(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        form = .scalar
        return JSONElementEncoder(encoder: self)
    }

    @discardableResult
    func begin(_ name: String) -> Output {
        endPart()
        output.writer.write(isEmpty ? "{" : ",")
        isEmpty = false
        output.writer.write(string: name)
        output.writer.write(":")
        return output
    }

    func beginElement() {
        endPart()
        output.writer.write(isEmpty ? "[" : ",")
        isEmpty = false
    }

    func write<T: Encodable>(_ value: T) throws {
        // A Date would encode itself as a number, and the generic path is slow for a string.
        if T.self == Date.self, let date = value as? Date {
            output.writer.write(string: RFC3339.text(of: date))
        } else if T.self == String.self, let text = value as? String {
            output.writer.write(string: text)
        } else {
            let encoder = JSONTextEncoder(output)
            try value.encode(to: encoder)
            encoder.finish()
        }
    }

    /// Writes a value that is already JSON.
    func write(json literal: String) {
        form = .scalar
        output.writer.write(json: literal)
    }

    /// Opens a part that must be written before its next sibling begins.
    func openPart() -> JSONTextEncoder {
        let part = JSONTextEncoder(output)
        self.part = part
        return part
    }

    func finish() {
        endPart()
        switch form {
        case .undecided: output.writer.write("{}")
        case .object: output.writer.write(isEmpty ? "{}" : "}")
        case .array: output.writer.write(isEmpty ? "[]" : "]")
        case .scalar: break
        }
    }

    func endPart() {
        part?.finish()
        part = nil
    }
}

extension JSONObject {
    /// Sets the members of a value that is encoded as an object.
    mutating func setMembers(of value: some Encodable) {
        let encoder = JSONTextEncoder(continuing: writer)
        writer = JSONWriter(capacity: 0)
        try? value.encode(to: encoder)
        encoder.endPart()
        writer = encoder.output.writer
    }
}

extension Encoder {
    /// Whether the encoder writes JSON. Some values have another form in messages between services.
    public var writesJSON: Bool { self is JSONTextEncoder }

    /// Writes a value that is already JSON; in another format, writes it as a string.
    public func encode(json literal: String) throws {
        if let encoder = self as? JSONTextEncoder { return encoder.write(json: literal) }
        var container = singleValueContainer()
        try container.encode(literal)
    }
}

/// Writes the members of an object in order.
struct JSONMembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONTextEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.begin(key.stringValue).writer.write("null") }
    func encode(_ text: String, forKey key: Key) { encoder.begin(key.stringValue).writer.write(string: text) }
    func encode(_ flag: Bool, forKey key: Key) { encoder.begin(key.stringValue).writer.write(flag) }
    func encode(_ number: Int, forKey key: Key) { encoder.begin(key.stringValue).writer.write(number) }
    func encode(_ number: Int64, forKey key: Key) { encoder.begin(key.stringValue).writer.write(number) }

    /// Writes a number. A member that is NaN or infinite is left out.
    func encode(_ number: Double, forKey key: Key) {
        if number.isFinite { encoder.begin(key.stringValue).writer.write(number) }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self is any FlattenedMember.Type { return try value.encode(to: encoder) }
        encoder.begin(key.stringValue)
        try encoder.write(value)
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        part(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { part(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { part(key) }

    private func part(_ key: Key) -> JSONTextEncoder {
        encoder.begin(key.stringValue)
        return encoder.openPart()
    }
}

struct JSONElementsEncoder: UnkeyedEncodingContainer {
    let encoder: JSONTextEncoder
    private(set) var count = 0

    init(encoder: JSONTextEncoder) { self.encoder = encoder }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { begin().output.writer.write("null") }
    mutating func encode<T: Encodable>(_ value: T) throws { try begin().write(value) }

    mutating func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin().openPart().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { begin().openPart().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { begin().openPart() }

    private mutating func begin() -> JSONTextEncoder {
        encoder.beginElement()
        count += 1
        return encoder
    }
}

struct JSONElementEncoder: SingleValueEncodingContainer {
    let encoder: JSONTextEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.output.writer.write("null") }
    func encode(_ text: String) { encoder.output.writer.write(string: text) }
    func encode(_ flag: Bool) { encoder.output.writer.write(flag) }
    func encode(_ number: Float) { encode(Double(number)) }
    func encode(_ number: Int) { encoder.output.writer.write(number) }
    func encode(_ number: Int8) { encoder.output.writer.write(number) }
    func encode(_ number: Int16) { encoder.output.writer.write(number) }
    func encode(_ number: Int32) { encoder.output.writer.write(number) }
    func encode(_ number: Int64) { encoder.output.writer.write(number) }
    func encode(_ number: UInt) { encoder.output.writer.write(number) }
    func encode(_ number: UInt8) { encoder.output.writer.write(number) }
    func encode(_ number: UInt16) { encoder.output.writer.write(number) }
    func encode(_ number: UInt32) { encoder.output.writer.write(number) }
    func encode(_ number: UInt64) { encoder.output.writer.write(number) }

    /// Writes a number. NaN and infinity have no text in JSON, so `null` is written.
    func encode(_ number: Double) { if number.isFinite { encoder.output.writer.write(number) } else { encodeNil() } }

    func encode<T: Encodable>(_ value: T) throws { try encoder.write(value) }
}
