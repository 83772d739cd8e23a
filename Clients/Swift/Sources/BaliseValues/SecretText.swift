public import BaliseJSON

/// A secret: a password, a token, an API key. Printing it shows no secret, so that it does not get into a log by
/// accident. It is encoded as plain text, because bodies and messages between services carry it.
public struct SecretText: Hashable, JSONReadable, JSONText {
    /// The secret itself. Use it only for hashing, comparing, storing and sending.
    public let value: String

    public init(_ value: String) { self.value = value }

    public init(_ json: JSONValue) throws(JSONShapeError) { value = try String(json) }

    public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension JSONObject {
    /// Sets a secret; nil leaves the member out.
    public mutating func set(_ name: String, _ secret: SecretText?) { set(name, secret?.value) }
}

/// A JSON object of a publisher or an app, passed on with its original characters. Between services it is a string.
public struct JSONDetails: Codable, Hashable, JSONReadable {
    /// The object as a JSON text.
    public let text: String

    /// Creates the text of an object.
    public init(_ object: JSONObject) { text = String(decoding: object.bytes, as: UTF8.self) }

    /// Reads a text; nil if the text is not a JSON object.
    public init?(_ text: String) {
        guard let document = try? JSONDocument(Array(text.utf8)), document.root.kind == .object else { return nil }
        self.text = document.root.literal
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard json.kind == .object else { throw JSONShapeError(.isNot("a JSON object")) }
        text = json.literal
    }

    public init(from decoder: any Decoder) throws {
        if decoder.readsJSON {
            try self.init(decoder.jsonValue())
        } else {
            self.init(stringLiteral: try decoder.singleValueContainer().decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(json: text) }

    /// The object, parsed.
    public var value: JSONValue? { try? JSONDocument(Array(text.utf8)).root }
}

extension JSONDetails: ExpressibleByStringInterpolation {
    /// Creates an object from a literal. The literal is not checked here, only by the server.
    public init(stringLiteral text: String) { self.text = text }
}

extension JSONObject {
    /// Sets an object unchanged; nil leaves the member out.
    public mutating func set(_ name: String, _ details: JSONDetails?) {
        guard let details else { return }
        set(name, json: details.text)
    }
}
