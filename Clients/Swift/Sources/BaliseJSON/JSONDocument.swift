/// A valid JSON text and the positions of its values. Values are copied out of the text only on demand, so that numbers
/// and strings can be passed on with their original characters.
public final class JSONDocument: Sendable {
    /// The deepest allowed nesting of arrays and objects.
    public static let maximumDepth = 128

    let bytes: [UInt8]
    let tokens: [JSONToken]

    /// Parses a whole text in UTF-8, with optional white space around it. An error has the position.
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

/// The position of a value in the text. A container's content follows; in an object name, value, name, value.
struct JSONToken: Sendable {
    var kind: JSONValue.Kind
    /// Whether the string holds an escape sequence, or the bool is true.
    var flag: Bool
    /// The first byte of the value; of a string, the one after its quote.
    var start: UInt32
    /// The byte after the value; of a string, its closing quote.
    var end: UInt32
    /// The token after this value and all it contains.
    var next: UInt32
}
