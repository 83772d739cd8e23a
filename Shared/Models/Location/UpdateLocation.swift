public import CBOR

/// Stores places of devices, all entries or none; the last one of each device is its newest. If new devices must set a key
/// first, entries of those without one are dropped without an error. Errors: `invalidRequest` for a value out of range;
/// `forbidden` for a missing or wrong device key, with the time to wait after too many; `rateLimited` for too many new devices.
public struct UpdateLocation: RequestFromEdge, DirectFields {
    public static let serviceCode = ServiceCode(.location, 1)
    public static let maximumEntries = 5000

    // A repeated update would be in the history twice.
    public static let isIdempotent = false
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

    /// At most 5,000, in the order of their recording.
    public var entries: [Entry]
    /// If not, the existing history is erased.
    public var keepsHistory: Bool
    /// Without a history, as the client sent it; nil for the configured default.
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
