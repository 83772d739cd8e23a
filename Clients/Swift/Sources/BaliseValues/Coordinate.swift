/// A place on the earth (WGS 84).
public struct Coordinate: Codable, Hashable, Sendable {
    /// Degrees, -90 to 90.
    public let latitude: Double
    /// Degrees, -180 to 180.
    public let longitude: Double

    /// The members, for a coder of its own.
    public enum CodingKeys: Int, CodingKey {
        /// Their numbers in messages between services.
        case latitude = 0, longitude
    }

    /// Nil if a value is out of range or NaN.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let made = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        guard let made else {
            throw DecodingError.dataCorruptedError(forKey: .latitude, in: container, debugDescription: "not a place")
        }
        self = made
    }
}
