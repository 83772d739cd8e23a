import BaliseJSON

/// How exactly a reader sees a place.
public struct PlacePrecision: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The reader sees the place as the device reported it.
    public static let exact = PlacePrecision(rawValue: "exact")
    /// The reader sees the place to within about 500 m.
    public static let neighbourhood = PlacePrecision(rawValue: "neighbourhood")
    /// The reader sees the place to within about 10 km.
    public static let town = PlacePrecision(rawValue: "town")
    /// The precisions, from the most exact to the coarsest.
    public static let allCases: [PlacePrecision] = [.exact, .neighbourhood, .town]

    /// Reads a word. Unlike other open words, an unknown word is an error.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        if decoder.isLenientJSON, !isKnown { throw JSONShapeError(.isNot("exact, neighbourhood or town")) }
    }
}
