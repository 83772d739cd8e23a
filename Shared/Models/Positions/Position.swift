public import CBOR

/// A user's last position, as the app reported it. The value in the positions feed, under the account's id.
public struct Position: Codable, Hashable, Sendable {
    public static let feed = FeedName(rawValue: "positions")

    public var coordinate: Coordinate
    /// In metres, 0 to 100,000; nil if the app sends none.
    public var accuracy: Double?
    /// When the user was there.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case coordinate = 0, accuracy, at }

    public init(coordinate: Coordinate, accuracy: Double? = nil, at: UnixTime) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.at = at
    }
}

extension Position: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.coordinate, coordinate)
        writer.put(CodingKeys.accuracy, accuracy)
        writer.put(CodingKeys.at, at)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        coordinate = try reader.take(CodingKeys.coordinate)
        accuracy = try reader.takeIfPresent(CodingKeys.accuracy)
        at = try reader.take(CodingKeys.at)
    }
}
