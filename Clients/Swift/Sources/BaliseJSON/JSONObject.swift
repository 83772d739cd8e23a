public import Foundation

/// Builds a JSON object. Members appear in the order in which they are set. Do not set a name twice.
public struct JSONObject: Sendable {
    /// The text so far, without its closing brace; empty if there are no members.
    var writer = JSONWriter()

    public init() {}

    /// The object's text, in UTF-8.
    public var bytes: [UInt8] {
        guard !writer.bytes.isEmpty else { return Array("{}".utf8) }
        var bytes = writer.bytes
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Sets a string; nil leaves the member out.
    public mutating func set(_ name: String, _ text: String?) {
        guard let text else { return }
        begin(name)
        writer.write(string: text)
    }

    /// Sets a truth value; nil leaves the member out.
    public mutating func set(_ name: String, _ flag: Bool?) {
        guard let flag else { return }
        begin(name)
        writer.write(flag)
    }

    /// Sets a whole number; nil leaves the member out.
    public mutating func set(_ name: String, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        begin(name)
        writer.write(number)
    }

    /// Sets a number, without a fraction if it is whole. Nil, NaN and infinity leave the member out.
    public mutating func set(_ name: String, _ number: Double?) {
        guard let number, number.isFinite else { return }
        begin(name)
        writer.write(number)
    }

    /// Sets an object.
    public mutating func set(_ name: String, _ object: JSONObject) {
        begin(name)
        writer.write(object)
    }

    /// Sets an array of objects.
    public mutating func set(_ name: String, _ objects: [JSONObject]) { set(name, objects) { $0.write($1) } }

    /// Sets an array of texts.
    public mutating func set(_ name: String, _ texts: [String]) { set(name, texts) { $0.write(string: $1) } }

    private mutating func set<Item>(_ name: String, _ items: [Item], _ write: (inout JSONWriter, Item) -> Void) {
        begin(name)
        writer.write("[")
        for (position, item) in items.enumerated() {
            if position > 0 { writer.write(",") }
            write(&writer, item)
        }
        writer.write("]")
    }

    /// Sets a value that is already JSON. The text is not checked.
    public mutating func set(_ name: String, json literal: String) {
        begin(name)
        writer.write(json: literal)
    }

    /// Sets a string, or `null`.
    public mutating func setOrNull(_ name: String, _ text: String?) {
        begin(name)
        writer.write(string: text)
    }

    private mutating func begin(_ name: String) {
        writer.write(writer.bytes.isEmpty ? "{" : ",")
        writer.write(string: name)
        writer.write(":")
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ object: JSONObject) { write(json: object.bytes) }
}

/// The precision of a written time.
public enum TimePrecision: Sendable {
    /// Whole seconds, rounded down: the only form that all screens of the apps can read.
    case seconds
    /// Three decimal places of a second.
    case milliseconds
}

extension JSONObject {
    /// Sets a time in UTC, `2026-01-31T12:00:00Z`; nil leaves the member out.
    public mutating func set(_ name: String, _ time: Date?, to precision: TimePrecision = .seconds) {
        guard let time else { return }
        set(name, RFC3339.text(of: time, to: precision))
    }

    /// Sets an object; nil leaves the member out.
    public mutating func set(_ name: String, _ body: (some JSONWritable)?) {
        guard let body else { return }
        set(name, body.json)
    }

    /// Sets an array of objects.
    public mutating func set(_ name: String, _ bodies: [some JSONWritable]) { set(name, bodies.map(\.json)) }
}
