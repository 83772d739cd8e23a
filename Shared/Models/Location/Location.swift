public import CBOR

/// A place of a device, as the device's app reported it.
public struct Location: Codable, Hashable, Sendable, DirectFields {
    /// The time of the place as the app set it, in seconds or milliseconds. The server does not interpret it.
    public var timestamp: LocationValue
    /// The longitude in degrees.
    public var longitude: LocationValue
    /// The latitude in degrees.
    public var latitude: LocationValue
    /// The accuracy in metres, 0 to 10,000.
    public var horizontalAccuracy: LocationValue
    /// The speed in metres per second; nil if unknown, `null` if the client sent `null`.
    public var speed: LocationValue?
    /// The battery level in percent; nil if unknown, `null` if the client sent `null`.
    public var batteryLevel: LocationValue?
    /// The altitude in metres; nil if unknown, `null` if the client sent `null`.
    public var altitude: LocationValue?

    enum CodingKeys: Int, CodingKey {
        case timestamp = 0, longitude, latitude, horizontalAccuracy, speed, batteryLevel, altitude
    }

    public init(
        timestamp: LocationValue, longitude: LocationValue, latitude: LocationValue, horizontalAccuracy: LocationValue,
        speed: LocationValue? = nil, batteryLevel: LocationValue? = nil, altitude: LocationValue? = nil
    ) {
        (self.timestamp, self.longitude) = (timestamp, longitude)
        (self.latitude, self.horizontalAccuracy) = (latitude, horizontalAccuracy)
        (self.speed, self.batteryLevel, self.altitude) = (speed, batteryLevel, altitude)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.timestamp, timestamp)
        writer.put(CodingKeys.longitude, longitude)
        writer.put(CodingKeys.latitude, latitude)
        writer.put(CodingKeys.horizontalAccuracy, horizontalAccuracy)
        writer.put(CodingKeys.speed, speed)
        writer.put(CodingKeys.batteryLevel, batteryLevel)
        writer.put(CodingKeys.altitude, altitude)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        timestamp = try reader.take(CodingKeys.timestamp)
        longitude = try reader.take(CodingKeys.longitude)
        latitude = try reader.take(CodingKeys.latitude)
        horizontalAccuracy = try reader.take(CodingKeys.horizontalAccuracy)
        speed = try reader.takeIfPresent(CodingKeys.speed)
        batteryLevel = try reader.takeIfPresent(CodingKeys.batteryLevel)
        altitude = try reader.takeIfPresent(CodingKeys.altitude)
    }
}

/// The device that asks for the locations of other devices, and its key if it has one.
public struct Reader: Codable, Sendable, DirectFields {
    /// The reader's device; nil if the request named none, as clients of the 1.0 API do.
    public var device: DeviceID?
    public var key: DeviceKey?

    enum CodingKeys: Int, CodingKey { case device = 0, key }

    public init(device: DeviceID?, key: DeviceKey? = nil) { (self.device, self.key) = (device, key) }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.device, device)
        writer.put(CodingKeys.key, key)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        device = try reader.takeIfPresent(CodingKeys.device)
        key = try reader.takeIfPresent(CodingKeys.key)
    }
}
