import BaliseJSON

/// How exactly a reader sees a place.
public struct PlacePrecision: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the device reported it.
    public static let exact = PlacePrecision(rawValue: "exact")
    /// Within about 500 m.
    public static let neighbourhood = PlacePrecision(rawValue: "neighbourhood")
    /// Within about 10 km.
    public static let town = PlacePrecision(rawValue: "town")
    /// From the most exact to the coarsest.
    public static let allCases: [PlacePrecision] = [.exact, .neighbourhood, .town]

    /// A server refuses an unknown word.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        if decoder.isLenientJSON, !isKnown { throw JSONShapeError(.isNot("exact, neighbourhood or town")) }
    }
}
