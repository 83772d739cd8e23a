// A JSON text after parsing: its bytes, and where each value stands in them.

/// A JSON text that is known to be valid, and the values in it.
///
/// Nothing is copied out of the text before someone asks for it, so that numbers and strings can be given back in the
/// very characters in which they came.
public final class JSONDocument: Sendable {
    /// How deep arrays and objects may be nested.
    public static let maximumDepth = 128

    let bytes: [UInt8]
    let tokens: [JSONToken]

    /// Parses a whole text. `bytes` is UTF-8 and may be surrounded by white space; errors say where it is no JSON.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        tokens = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var parser = JSONParser(bytes)
            return try parser.parse()
        }
        self.bytes = bytes
    }

    /// The value that the text stands for.
    public var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// Where one value stands in the text. A container's token is followed by those of its content; an object's content is
/// name, value, name, value.
struct JSONToken: Sendable {
    enum Kind: UInt8, Sendable {
        case null, bool, number, string, array, object
    }

    var kind: Kind
    /// Whether a string holds an escape sequence; whether a bool is true.
    var flag: Bool
    /// The first byte of the value; of a string, the one behind its quote.
    var start: UInt32
    /// The byte behind the value; of a string, its closing quote.
    var end: UInt32
    /// The token behind this value and all it contains.
    var next: UInt32
}
