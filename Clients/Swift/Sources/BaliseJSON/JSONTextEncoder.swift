import Foundation

/// Writes one `Codable` value as JSON; nothing throws. `finish` or the next sibling closes an open object or array.
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
    /// An open part of this value.
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

    func begin(_ name: String) {
        endPart()
        output.writer.write(isEmpty ? "{" : ",")
        isEmpty = false
        output.writer.write(string: name)
        output.writer.write(":")
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
    /// Whether it writes JSON, for values whose form is another one in messages between services.
    public var writesJSON: Bool { self is JSONTextEncoder }

    /// Writes a value that is already JSON; in another format, writes it as a string.
    public func encode(json literal: String) throws {
        if let encoder = self as? JSONTextEncoder { return encoder.write(json: literal) }
        var container = singleValueContainer()
        try container.encode(literal)
    }
}
