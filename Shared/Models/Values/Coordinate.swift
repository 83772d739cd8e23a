public import CBOR

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
