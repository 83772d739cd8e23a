// Where devices are now.

public import CBOR

/// Reads where devices are now, and records the visit with each of them.
///
/// Errors: `invalidRequest` without a reader, `forbidden` when the reader's own key is missing or wrong.
public struct GetLocation: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 2)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    /// The most devices that a client may ask for at once, as many as the Miataru reference server answers: a short
    /// question has a long answer.
    public static let maximumDevices = 100

    public var reader: Reader
    /// One answer each, in this order.
    public var devices: [DeviceID]

    enum CodingKeys: Int, CodingKey { case reader = 0, devices }

    public init(reader: Reader, devices: [DeviceID]) {
        self.reader = reader
        self.devices = devices
    }

    /// Where one device is.
    public struct LocationResult: Codable, Hashable, Sendable {
        public var device: DeviceID
        public var location: Location
        public var slogan: String?

        enum CodingKeys: Int, CodingKey { case device = 0, location, slogan }

        public init(device: DeviceID, location: Location, slogan: String?) {
            self.device = device
            self.location = location
            self.slogan = slogan
        }
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// One for each device asked for; nil when it is unknown, expired, or not for this reader to see.
        public var found: [LocationResult?]

        enum CodingKeys: Int, CodingKey { case found = 0 }

        public init(found: [LocationResult?]) { self.found = found }
    }
}

extension GetLocation: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.reader, reader)
        writer.put(CodingKeys.devices, devices)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        self.reader = try reader.take(CodingKeys.reader)
        devices = try reader.take(CodingKeys.devices)
    }
}

extension GetLocation.LocationResult: DirectFields {
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

extension GetLocation.Reply: DirectFields {
    public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.found, found) }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        found = try reader.take(CodingKeys.found)
    }
}
