public import BaliseJSON

/// A string with a set of known values.
///
/// A newer server may send a value that this version does not know. It is kept, so that an old app can still read the
/// rest. Every `switch` needs a default. `allCases` are the values that this version and the API's document know.
public protocol OpenWord: RawRepresentable, CaseIterable, Hashable, JSONReadable, JSONText, CustomStringConvertible
where RawValue == String, AllCases == [Self] {
    /// Creates a value, known or not.
    init(rawValue: String)

    /// In JSON.
    var word: String { get }
}

extension OpenWord {
    public init(_ json: JSONValue) throws(JSONShapeError) { self.init(rawValue: try String(json)) }

    /// The raw value, unless a type says otherwise.
    public var word: String { rawValue }

    /// Whether this version knows the word.
    public var isKnown: Bool { Self.allCases.contains(self) }

    public var description: String { rawValue }
}
