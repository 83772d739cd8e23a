/// A valid JSON text and the positions of its values. Values are copied out of the text only on demand, so that numbers
/// and strings can be passed on with their original characters.
public final class JSONDocument: Sendable {
    /// The deepest allowed nesting of arrays and objects.
    public static let maximumDepth = 128

    let bytes: [UInt8]
    let tokens: [JSONToken]

    /// Parses a whole text in UTF-8, with optional white space around it. An error contains the position.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        tokens = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var parser = JSONParser(bytes)
            return try parser.parse()
        }
        self.bytes = bytes
    }

    /// The top-level value.
    public var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// The position of a value in the text. The tokens of its content follow; in an object, names and values alternate.
struct JSONToken: Sendable {
    var kind: JSONValue.Kind
    /// Whether the string contains an escape sequence, or the value is `true`.
    var flag: Bool
    /// The position of the value's first byte; for a string, of the byte after its opening quote.
    var start: UInt32
    /// The position after the value; for a string, of its closing quote.
    var end: UInt32
    /// The index of the token after this value and everything that it contains.
    var next: UInt32
}
