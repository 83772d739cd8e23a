// Writing `Codable` types as JSON: one value and what it consists of.

import Foundation

/// Writes one value. An object or an array that was begun is ended by `finish`, or when its neighbour begins.
///
/// Nothing here throws.
final class JSONTextEncoder: Encoder {
    /// The text that all values of a document are written into.
    final class Output {
        var writer: JSONWriter

        init(_ writer: JSONWriter) { self.writer = writer }
    }

    private enum Form { case undecided, object, array, scalar }

    let output: Output
    private var form = Form.undecided
    private var isEmpty = true
    /// A part that may still be written to.
    private var part: JSONTextEncoder?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ output: Output) { self.output = output }

    /// Goes on with an object, whose text is there without its closing brace.
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

    /// Begins a member of the object.
    func begin(_ name: String) {
        endPart()
        output.writer.write(isEmpty ? "{" : ",")
        isEmpty = false
        output.writer.write(string: name)
        output.writer.write(":")
    }

    /// Begins an element of the array.
    func beginElement() {
        endPart()
        output.writer.write(isEmpty ? "[" : ",")
        isEmpty = false
    }

    /// Writes a value that is a part of this one, or this one itself.
    func write<T: Encodable>(_ value: T) throws {
        // A Date would write itself as a number, and a text as anything takes a detour.
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

    /// Writes a value that is JSON already.
    func write(json literal: String) {
        form = .scalar
        output.writer.write(json: literal)
    }

    /// A part that is written to later, but before its neighbour begins.
    func openPart() -> JSONTextEncoder {
        let part = JSONTextEncoder(output)
        self.part = part
        return part
    }

    /// Ends what was begun.
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
    /// Sets the members of a value that is written as an object.
    mutating func setMembers(of value: some Encodable) {
        let encoder = JSONTextEncoder(continuing: writer)
        writer = JSONWriter(capacity: 0)
        try? value.encode(to: encoder)
        encoder.endPart()
        writer = encoder.output.writer
    }
}

extension Encoder {
    /// Writes a value that is JSON already, or a text where another format is written.
    public func encode(json literal: String) throws {
        if let encoder = self as? JSONTextEncoder { return encoder.write(json: literal) }
        var container = singleValueContainer()
        try container.encode(literal)
    }
}
