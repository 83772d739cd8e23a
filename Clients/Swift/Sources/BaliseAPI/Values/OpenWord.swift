// Words of the API to which later versions may add others.

public import BaliseJSON

/// One of the words that a member of a body may have.
///
/// A newer server may say a word that nobody knows here. It is kept as it came, so that an old app goes on reading the
/// rest; whoever looks at a word has to have an answer for all others.
/// `allCases` are the words that are known here; the API's document names the same ones.
public protocol OpenWord: RawRepresentable, CaseIterable, Hashable, JSONReadable, JSONText, CustomStringConvertible
where RawValue == String, AllCases == [Self] {
    /// A word, known or not.
    init(rawValue: String)
}

extension OpenWord {
    public init(_ json: JSONValue) throws(JSONShapeError) { self.init(rawValue: try String(json)) }

    public var description: String { rawValue }
}
