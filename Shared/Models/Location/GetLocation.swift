public import CBOR

/// Reads the current places of devices, and records a visit with each device. Errors: `invalidRequest` without a reader,
/// `forbidden` if the reader's own key is missing or wrong.
public struct GetLocation: RequestFromEdge, IdempotentRequest, DirectFields {
    public static let serviceCode = ServiceCode(.location, 2)
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    /// As in the Miataru reference server: a short request gets a long answer.
    public static let maximumDevices = 100

    public var reader: Reader
    public var devices: [DeviceID]

    enum CodingKeys: Int, CodingKey { case reader = 0, devices }

    public init(reader: Reader, devices: [DeviceID]) {
        (self.reader, self.devices) = (reader, devices)
    }

    public struct LocationResult: Codable, Hashable, Sendable, DirectFields {
        public var device: DeviceID
        public var location: Location
        public var slogan: String?

        enum CodingKeys: Int, CodingKey { case device = 0, location, slogan }

        public init(device: DeviceID, location: Location, slogan: String?) {
            (self.device, self.location, self.slogan) = (device, location, slogan)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.device, device)
            writer.put(CodingKeys.location, location)
            writer.put(CodingKeys.slogan, slogan)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            device = try reader.take(CodingKeys.device)
            location = try reader.take(CodingKeys.location)
            slogan = try reader.takeIfPresent(CodingKeys.slogan)
        }
    }

    public struct Reply: Codable, Hashable, Sendable, DirectFields {
        /// One for each device; nil if it is unknown, expired, or invisible to this reader.
        public var found: [LocationResult?]

        enum CodingKeys: Int, CodingKey { case found = 0 }

        public init(found: [LocationResult?]) { self.found = found }

        public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.found, found) }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            found = try reader.take(CodingKeys.found)
        }
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.reader, reader)
        writer.put(CodingKeys.devices, devices)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        self.reader = try reader.take(CodingKeys.reader)
        devices = try reader.take(CodingKeys.devices)
    }
}
