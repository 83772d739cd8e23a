public import CBOR

/// A place on the earth (WGS 84).
public struct Coordinate: Codable, Hashable, Sendable {
    /// Degrees, -90 to 90.
    public let latitude: Double
    /// Degrees, -180 to 180.
    public let longitude: Double

    enum CodingKeys: Int, CodingKey { case latitude = 0, longitude }

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

extension Coordinate: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.latitude, latitude)
        writer.put(CodingKeys.longitude, longitude)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        let (latitude, longitude): (Double, Double) = (
            try reader.take(CodingKeys.latitude), try reader.take(CodingKeys.longitude)
        )
        guard let made = Coordinate(latitude: latitude, longitude: longitude) else { throw UnsupportedEncoding() }
        self = made
    }
}
