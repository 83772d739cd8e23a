public import CBOR

/// Returns which devices several viewers may see now: readers by the rules of `GetLocation`, accounts by those of `GetPlaces`.
/// No visit is recorded: a viewer has recorded one for each device that it saw at the start, and gets no answer about others.
/// Errors: `invalidRequest` for too many views or devices, or for an index out of range.
public struct ReviewViews: RequestFromEdge, IdempotentRequest, DirectFields {
    public static let serviceCode = ServiceCode(.location, 60)

    public static let maximumViews = 1000
    public static let maximumDevices = 2000

    public struct View: Codable, Sendable, DirectFields {
        public var reader: Reader?
        public var account: AccountID?
        /// Indices of devices in the request.
        public var devices: [Int]

        enum CodingKeys: Int, CodingKey { case reader = 0, account, devices }

        public init(reader: Reader? = nil, account: AccountID? = nil, devices: [Int]) {
            (self.reader, self.account, self.devices) = (reader, account, devices)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.reader, reader)
            writer.put(CodingKeys.account, account)
            writer.put(CodingKeys.devices, devices)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            self.reader = try reader.takeIfPresent(CodingKeys.reader)
            account = try reader.takeIfPresent(CodingKeys.account)
            devices = try reader.take(CodingKeys.devices)
        }
    }

    public struct Result: Codable, Hashable, Sendable, DirectFields {
        /// Whether the viewer may read at all; false once its own key has changed.
        public var mayRead: Bool
        /// Indices of the visible devices in the request.
        public var seen: [Int]

        enum CodingKeys: Int, CodingKey { case mayRead = 0, seen }

        public init(mayRead: Bool, seen: [Int]) {
            (self.mayRead, self.seen) = (mayRead, seen)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.mayRead, mayRead)
            writer.put(CodingKeys.seen, seen)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            mayRead = try reader.take(CodingKeys.mayRead)
            seen = try reader.take(CodingKeys.seen)
        }
    }

    public struct Reply: Codable, Hashable, Sendable, DirectFields {
        /// Nil for a device that is unknown or has no place.
        public var found: [GetLocation.LocationResult?]
        /// In the order of the views.
        public var views: [Result]

        enum CodingKeys: Int, CodingKey { case found = 0, views }

        public init(found: [GetLocation.LocationResult?], views: [Result]) {
            (self.found, self.views) = (found, views)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.found, found)
            writer.put(CodingKeys.views, views)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            found = try reader.take(CodingKeys.found)
            views = try reader.take(CodingKeys.views)
        }
    }

    public var devices: [DeviceID]
    public var views: [View]

    enum CodingKeys: Int, CodingKey { case devices = 0, views }

    public init(devices: [DeviceID], views: [View]) {
        (self.devices, self.views) = (devices, views)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.devices, devices)
        writer.put(CodingKeys.views, views)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        devices = try reader.take(CodingKeys.devices)
        views = try reader.take(CodingKeys.views)
    }
}
