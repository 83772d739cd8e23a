// What viewers of live places may see of devices that have changed.

public import CBOR

/// Judges for several viewers at once what they may see of some devices now, by the rules of `GetLocation` for readers
/// and by those of `GetPlaces` for accounts. It records no visit: a viewer has one with each device that it saw when it
/// began to look, and none of these answers is shown to one that has none.
///
/// Errors: `invalidRequest` for more views or devices than are allowed, or for a place of a device that is not there.
public struct ReviewViews: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 60)
    public static let isIdempotent = true

    /// The most views in one request.
    public static let maximumViews = 1000
    /// The most devices in one request.
    public static let maximumDevices = 2000

    /// One viewer, and the devices that it looks at.
    public struct View: Codable, Sendable {
        /// The device that looks; nil where a person does.
        public var reader: Reader?
        /// The person who looks; nil where a device does.
        public var account: AccountID?
        /// The devices, by their places in the request.
        public var devices: [Int]

        enum CodingKeys: Int, CodingKey { case reader = 0, account, devices }

        public init(reader: Reader? = nil, account: AccountID? = nil, devices: [Int]) {
            self.reader = reader
            self.account = account
            self.devices = devices
        }
    }

    /// What one viewer may see.
    public struct Result: Codable, Hashable, Sendable {
        /// Whether the viewer may look at anything at all; false once its own key is another one than it showed.
        public var mayRead: Bool
        /// The devices that it sees, by their places in the request.
        public var seen: [Int]

        enum CodingKeys: Int, CodingKey { case mayRead = 0, seen }

        public init(mayRead: Bool, seen: [Int]) {
            self.mayRead = mayRead
            self.seen = seen
        }
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// Where each device is; nil when it is unknown, or has no place at present.
        public var found: [GetLocation.LocationResult?]
        /// One for each view, in their order.
        public var views: [Result]

        enum CodingKeys: Int, CodingKey { case found = 0, views }

        public init(found: [GetLocation.LocationResult?], views: [Result]) {
            self.found = found
            self.views = views
        }
    }

    public var devices: [DeviceID]
    public var views: [View]

    enum CodingKeys: Int, CodingKey { case devices = 0, views }

    public init(devices: [DeviceID], views: [View]) {
        self.devices = devices
        self.views = views
    }
}

extension ReviewViews: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.devices, devices)
        writer.put(CodingKeys.views, views)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        devices = try reader.take(CodingKeys.devices)
        views = try reader.take(CodingKeys.views)
    }
}

extension ReviewViews.View: DirectFields {
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

extension ReviewViews.Result: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.mayRead, mayRead)
        writer.put(CodingKeys.seen, seen)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        mayRead = try reader.take(CodingKeys.mayRead)
        seen = try reader.take(CodingKeys.seen)
    }
}

extension ReviewViews.Reply: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.found, found)
        writer.put(CodingKeys.views, views)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        found = try reader.take(CodingKeys.found)
        views = try reader.take(CodingKeys.views)
    }
}
