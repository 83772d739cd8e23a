/// A point of a device's history, for the device's owner. The numbers are those that the device reported.
public struct HistoryPoint: Codable, Hashable, Sendable {
    /// When the device was there, by its own clock; nil if it reported a time that cannot be read.
    public var at: UnixTime?
    /// The latitude in degrees.
    public var latitude: Double
    /// The longitude in degrees.
    public var longitude: Double
    /// The radius of uncertainty in metres; nil if the device did not report it as a number.
    public var accuracy: Double?
    /// The altitude in metres; nil if unknown.
    public var altitude: Double?
    /// The speed in metres per second; nil if unknown.
    public var speed: Double?
    /// The battery level in percent; nil if unknown.
    public var batteryLevel: Double?

    enum CodingKeys: Int, CodingKey { case at = 0, latitude, longitude, accuracy, altitude, speed, batteryLevel }

    public init(
        at: UnixTime?, latitude: Double, longitude: Double, accuracy: Double? = nil, altitude: Double? = nil,
        speed: Double? = nil, batteryLevel: Double? = nil
    ) {
        (self.at, self.latitude, self.longitude) = (at, latitude, longitude)
        (self.accuracy, self.altitude) = (accuracy, altitude)
        (self.speed, self.batteryLevel) = (speed, batteryLevel)
    }
}

/// A part of a history by the times of its points. A point without a readable time counts as the oldest.
public struct HistoryRange: Codable, Hashable, Sendable {
    /// The start of the range; nil for the beginning of the history.
    public var from: UnixTime?
    /// The end of the range, which is not part of it; nil for no end.
    public var to: UnixTime?

    enum CodingKeys: Int, CodingKey { case from = 0, to }

    public init(from: UnixTime? = nil, to: UnixTime? = nil) { (self.from, self.to) = (from, to) }
}

/// The position of the last point of a page.
public struct HistoryCursor: Codable, Hashable, Sendable {
    /// The point's time in milliseconds since 1970; 0 for a point without a readable time.
    public var at: Int64
    public var sequence: Int64

    enum CodingKeys: Int, CodingKey { case at = 0, sequence }

    public init(at: Int64, sequence: Int64) { (self.at, self.sequence) = (at, sequence) }

    /// Reads a cursor such as `1700000000000.42`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let at = Int64(parts[0]), let sequence = Int64(parts[1]) else { return nil }
        self.init(at: at, sequence: sequence)
    }

    public var text: String { "\(at).\(sequence)" }
}

/// Reads the history of a claimed device, in pages. Records no visit: the caller is the owner. Errors: `notFound` and
/// `forbidden` as for `RemoveDeviceKey`; `invalidRequest` for a `limit` out of range.
public struct ReadDeviceHistory: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 70)
    public static let limits = 1...1000

    public struct Reply: Codable, Sendable {
        public var points: [HistoryPoint]
        /// The cursor of the next page; nil on the last page.
        public var next: HistoryCursor?

        enum CodingKeys: Int, CodingKey { case points = 0, next }

        public init(points: [HistoryPoint], next: HistoryCursor?) { (self.points, self.next) = (points, next) }
    }

    public var account: AccountID
    public var device: DeviceID
    public var range: HistoryRange
    public var after: HistoryCursor?
    public var limit: Int
    /// Whether the points are sorted from the oldest to the newest; false for the newest first.
    public var isOldestFirst: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, device, range, after, limit, isOldestFirst }

    public init(
        account: AccountID, device: DeviceID, range: HistoryRange, after: HistoryCursor? = nil, limit: Int,
        isOldestFirst: Bool = false
    ) {
        (self.account, self.device, self.range) = (account, device, range)
        (self.after, self.limit, self.isOldestFirst) = (after, limit, isOldestFirst)
    }
}

/// Deletes a part of the history of a claimed device. The current place stays, so that no reader sees an older place as
/// the current place. Returns the number of deleted points. Errors: `notFound` and `forbidden` as for
/// `RemoveDeviceKey`. Not idempotent: a repetition would return another number.
public struct DeleteDeviceHistory: RequestFromEdge, RequestByDevice {
    public typealias Reply = DoneCount
    public static let serviceCode = ServiceCode(.location, 71)

    public var account: AccountID
    public var device: DeviceID
    public var range: HistoryRange

    enum CodingKeys: Int, CodingKey { case account = 0, device, range }

    public init(account: AccountID, device: DeviceID, range: HistoryRange) {
        (self.account, self.device, self.range) = (account, device, range)
    }
}

/// How long the history of a device is kept.
public struct HistoryRetention: Codable, Hashable, Sendable {
    public static let limits = 1...3650

    /// The number of days; nil if only the number of points is limited.
    public var days: Int?
    /// The largest number of points of a history on this server.
    public var maximumPoints: Int

    enum CodingKeys: Int, CodingKey { case days = 0, maximumPoints }

    public init(days: Int?, maximumPoints: Int) { (self.days, self.maximumPoints) = (days, maximumPoints) }
}

/// Reads how long the history of a claimed device is kept. Errors: `notFound` and `forbidden` as for `RemoveDeviceKey`.
public struct GetHistoryRetention: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public typealias Reply = HistoryRetention
    public static let serviceCode = ServiceCode(.location, 72)

    public var account: AccountID
    public var device: DeviceID

    enum CodingKeys: Int, CodingKey { case account = 0, device }

    public init(account: AccountID, device: DeviceID) { (self.account, self.device) = (account, device) }
}

/// Sets for how many days the history of a claimed device is kept. Older points are deleted soon; the current place
/// stays. Errors: `notFound` and `forbidden` as for `RemoveDeviceKey`; `invalidRequest` for a number out of range.
public struct SetHistoryRetention: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public typealias Reply = HistoryRetention
    public static let serviceCode = ServiceCode(.location, 73)

    public var account: AccountID
    public var device: DeviceID
    /// The number of days; nil for no limit.
    public var days: Int?

    enum CodingKeys: Int, CodingKey { case account = 0, device, days }

    public init(account: AccountID, device: DeviceID, days: Int?) {
        (self.account, self.device, self.days) = (account, device, days)
    }
}

/// Adds earlier points to the history of a claimed device, all or none. A point whose time is already in the history is
/// not stored again. The current place stays; a device without a current place gets the newest point. Errors:
/// `notFound` and `forbidden` as for `RemoveDeviceKey`; `conflict` if the device reports without history;
/// `invalidRequest` for a point that no device could report, or with a time in the future.
public struct ImportDeviceHistory: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 74)
    public static let maximumPoints = 20_000

    public struct Reply: Codable, Hashable, Sendable {
        /// The number of new points.
        public var stored: Int
        /// The number of points whose time the history already contained, or that were sent twice.
        public var known: Int
        /// The number of oldest points, new or old, that exceed the limit of the history and so were dropped.
        public var dropped: Int

        enum CodingKeys: Int, CodingKey { case stored = 0, known, dropped }

        public init(stored: Int, known: Int, dropped: Int) {
            (self.stored, self.known, self.dropped) = (stored, known, dropped)
        }
    }

    public var account: AccountID
    public var device: DeviceID
    public var points: [Location]

    enum CodingKeys: Int, CodingKey { case account = 0, device, points }

    public init(account: AccountID, device: DeviceID, points: [Location]) {
        (self.account, self.device, self.points) = (account, device, points)
    }
}

/// Adds earlier places to a device's history below the current place, all or none, for the holder of its key. A place
/// whose time is already in the history is not stored again, so a repetition has no effect. Viewers of a stream do not
/// get these places. Errors: `forbidden` unless the device has a key and sends it, `rateLimited` after too many wrong
/// keys; `conflict` if the device reports without history, or if its places are forwarded in their order;
/// `invalidRequest` as for `ImportDeviceHistory`.
public struct AddEarlierLocations: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 141)
    public static let maximumCount = UpdateLocation.maximumEntries

    public var device: DeviceID
    public var key: DeviceKey
    public var locations: [Location]

    enum CodingKeys: Int, CodingKey { case device = 0, key, locations }

    public init(device: DeviceID, key: DeviceKey, locations: [Location]) {
        (self.device, self.key, self.locations) = (device, key, locations)
    }
}
