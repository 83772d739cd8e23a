public import CBOR

/// Stores places of devices, all entries or none. The last entry of each device is its newest place. If new devices
/// must set a key first, the entries of devices without a key are dropped without an error. Errors: `invalidRequest`
/// for a value out of range; `forbidden` for a missing or wrong device key, with the time to wait after too many;
/// `rateLimited` for too many new devices. Not idempotent: a repeated update would be in the history twice.
public struct UpdateLocation: RequestFromEdge, DirectFields {
    public static let serviceCode = ServiceCode(.location, 1)
    public static let maximumEntries = 5000
    public var routingKey: RoutingKey? { entries.first.map { RoutingKey($0.device) } }

    public struct Entry: Codable, Sendable, DirectFields {
        public var device: DeviceID
        public var key: DeviceKey?
        public var location: Location

        enum CodingKeys: Int, CodingKey { case device = 0, key, location }

        public init(device: DeviceID, key: DeviceKey? = nil, location: Location) {
            (self.device, self.key, self.location) = (device, key, location)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.device, device)
            writer.put(CodingKeys.key, key)
            writer.put(CodingKeys.location, location)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            device = try reader.take(CodingKeys.device)
            key = try reader.takeIfPresent(CodingKeys.key)
            location = try reader.take(CodingKeys.location)
        }
    }

    /// The places to store, at most 5,000, in the order of their recording.
    public var entries: [Entry]
    /// Whether the device keeps a history. If not, the existing history is erased.
    public var keepsHistory: Bool
    /// The minutes for which a place is kept without a history, as sent; nil for the default in the settings.
    public var retentionMinutes: LocationValue?

    enum CodingKeys: Int, CodingKey { case entries = 0, keepsHistory, retentionMinutes }

    public init(entries: [Entry], keepsHistory: Bool, retentionMinutes: LocationValue?) {
        (self.entries, self.keepsHistory, self.retentionMinutes) = (entries, keepsHistory, retentionMinutes)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.entries, entries)
        writer.put(CodingKeys.keepsHistory, keepsHistory)
        writer.put(CodingKeys.retentionMinutes, retentionMinutes)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        entries = try reader.take(CodingKeys.entries)
        keepsHistory = try reader.take(CodingKeys.keepsHistory)
        retentionMinutes = try reader.takeIfPresent(CodingKeys.retentionMinutes)
    }
}

/// Reads the current places of devices, and records a visit to each device. Errors: `invalidRequest` without a reader,
/// `forbidden` if the reader's own key is missing or wrong.
public struct GetLocation: RequestFromEdge, IdempotentRequest, DirectFields {
    public static let serviceCode = ServiceCode(.location, 2)
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    /// The largest number of devices in one request, as in the Miataru reference server. It is limited because a short
    /// request gets a long answer.
    public static let maximumDevices = 100

    public var reader: Reader
    public var devices: [DeviceID]
    /// Whether the reader keeps looking. Each look then renews the reader's latest visit, even if every visit is
    /// recorded, and the reply names the hidden devices. Nil means false.
    public var isWatching: Bool?

    enum CodingKeys: Int, CodingKey { case reader = 0, devices, isWatching }

    public init(reader: Reader, devices: [DeviceID], isWatching: Bool? = nil) {
        (self.reader, self.devices, self.isWatching) = (reader, devices, isWatching)
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
        /// One result for each device; nil if it is unknown, its place has expired, or it is hidden from the reader.
        public var found: [LocationResult?]
        /// The indices of the devices whose allowed list hides them from the reader, whether or not they have a place;
        /// nil unless the reader keeps looking.
        public var hidden: [Int]?

        enum CodingKeys: Int, CodingKey { case found = 0, hidden }

        public init(found: [LocationResult?], hidden: [Int]? = nil) { (self.found, self.hidden) = (found, hidden) }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.found, found)
            writer.put(CodingKeys.hidden, hidden)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            found = try reader.take(CodingKeys.found)
            hidden = try reader.takeIfPresent(CodingKeys.hidden)
        }
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.reader, reader)
        writer.put(CodingKeys.devices, devices)
        writer.put(CodingKeys.isWatching, isWatching)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        self.reader = try reader.take(CodingKeys.reader)
        devices = try reader.take(CodingKeys.devices)
        isWatching = try reader.takeIfPresent(CodingKeys.isWatching)
    }
}

/// Reads the place of the first visible device, for any caller. No visit is recorded. Errors: `authenticationRequired`
/// if one of the devices has a key.
public struct GetLocationGeoJSON: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 6)
    public var routingKey: RoutingKey? { devices.first.map(RoutingKey.init) }

    /// The devices to look for; at least one device.
    public var devices: [DeviceID]

    enum CodingKeys: Int, CodingKey { case devices = 0 }

    public init(devices: [DeviceID]) { self.devices = devices }

    public struct Reply: Codable, Hashable, Sendable {
        /// The place; nil if the device is unknown, its place has expired, or it has an allowed list.
        public var location: Location?

        enum CodingKeys: Int, CodingKey { case location = 0 }

        public init(location: Location?) { self.location = location }
    }
}

/// Deletes a device's place with its history and visitors. Its key, allowed list and slogan stay. Errors: `forbidden`
/// for a missing or wrong device key, `rateLimited` after too many wrong keys. Not idempotent, for the count.
public struct DeleteLocation: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 5)

    public var device: DeviceID
    public var key: DeviceKey?

    enum CodingKeys: Int, CodingKey { case device = 0, key }

    public init(device: DeviceID, key: DeviceKey? = nil) { (self.device, self.key) = (device, key) }

    public struct Reply: Codable, Hashable, Sendable {
        /// How many of place, history and visitors existed, from 0 to 3.
        public var deleted: Int

        enum CodingKeys: Int, CodingKey { case deleted = 0 }

        public init(deleted: Int) { self.deleted = deleted }
    }
}
