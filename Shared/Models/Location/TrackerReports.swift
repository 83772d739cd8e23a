public import CBOR

/// A place that a tracker app reports.
public struct TrackerReport: Codable, Hashable, Sendable, DirectFields {
    /// The place. Its speed is in the unit of the request.
    public var location: Location
    /// The time of the fix. Together with the device, it identifies the place.
    public var fixedAt: UnixTime
    /// Whether this is the place of a stay, which is stored only in a history; nil means false.
    public var isOfVisit: Bool?

    enum CodingKeys: Int, CodingKey { case location = 0, fixedAt, isOfVisit }

    public init(location: Location, fixedAt: UnixTime, isOfVisit: Bool? = nil) {
        (self.location, self.fixedAt, self.isOfVisit) = (location, fixedAt, isOfVisit)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.location, location)
        writer.put(CodingKeys.fixedAt, fixedAt)
        writer.put(CodingKeys.isOfVisit, isOfVisit)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        location = try reader.take(CodingKeys.location)
        fixedAt = try reader.take(CodingKeys.fixedAt)
        isOfVisit = try reader.takeIfPresent(CodingKeys.isOfVisit)
    }
}

/// Stores the places of a tracker's request, and checks its token. A place with the device and time of a stored place
/// is not stored again, so the request may be repeated. The newest fix is the current place, in whatever order the
/// fixes arrive. Errors: `invalidToken` for a token that is unknown or revoked, or whose claim has ended;
/// `invalidRequest` for too many places.
public struct ReportByTracker: RequestFromEdge, IdempotentRequest, DirectFields {
    public static let serviceCode = ServiceCode(.location, 84)
    public static let maximumReports = 5000
    public var routingKey: RoutingKey? { RoutingKey(token.value) }

    public var token: Personal<String>
    /// The reports, in the order of the request. If it is empty, the request only checks the token, and reads friends
    /// if `wantsFriends` is set.
    public var reports: [TrackerReport]
    /// The unit of the speeds; nil for the unit in the tracker's settings.
    public var speedUnit: SpeedUnit?
    /// Whether the answer's format can contain friends. The tracker's setting must also allow them.
    public var wantsFriends: Bool
    /// Whether the user sent the request by hand. If so, each look at friends is a visit; otherwise a friend gets at
    /// most one visit in 15 minutes.
    public var isManual: Bool

    enum CodingKeys: Int, CodingKey { case token = 0, reports, speedUnit, wantsFriends, isManual }

    public init(
        token: Personal<String>, reports: [TrackerReport], speedUnit: SpeedUnit? = nil, wantsFriends: Bool = false,
        isManual: Bool = false
    ) {
        (self.token, self.reports, self.speedUnit) = (token, reports, speedUnit)
        (self.wantsFriends, self.isManual) = (wantsFriends, isManual)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.token, token)
        writer.put(CodingKeys.reports, reports)
        writer.put(CodingKeys.speedUnit, speedUnit)
        writer.put(CodingKeys.wantsFriends, wantsFriends)
        writer.put(CodingKeys.isManual, isManual)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        token = try reader.take(CodingKeys.token)
        reports = try reader.take(CodingKeys.reports)
        speedUnit = try reader.takeIfPresent(CodingKeys.speedUnit)
        wantsFriends = try reader.take(CodingKeys.wantsFriends)
        isManual = try reader.take(CodingKeys.isManual)
    }

    /// The four counts add up to the number of reports.
    public struct Reply: Codable, Hashable, Sendable, DirectFields {
        public var stored: Int
        public var repeated: Int
        /// The number of reports that were not stored because they are older than the current place, without a history.
        public var outdated: Int
        /// The number of reports that can never be stored.
        public var discarded: Int
        public var device: DeviceID
        /// The device's own place, then the places of its friends in the order of its allowed list; empty unless
        /// friends are wanted and allowed.
        public var places: [GetLocation.LocationResult]

        enum CodingKeys: Int, CodingKey { case stored = 0, repeated, outdated, discarded, device, places }

        public init(
            stored: Int = 0, repeated: Int = 0, outdated: Int = 0, discarded: Int = 0, device: DeviceID,
            places: [GetLocation.LocationResult] = []
        ) {
            (self.stored, self.repeated, self.outdated) = (stored, repeated, outdated)
            (self.discarded, self.device, self.places) = (discarded, device, places)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.stored, stored)
            writer.put(CodingKeys.repeated, repeated)
            writer.put(CodingKeys.outdated, outdated)
            writer.put(CodingKeys.discarded, discarded)
            writer.put(CodingKeys.device, device)
            writer.put(CodingKeys.places, places)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            stored = try reader.take(CodingKeys.stored)
            repeated = try reader.take(CodingKeys.repeated)
            outdated = try reader.take(CodingKeys.outdated)
            discarded = try reader.take(CodingKeys.discarded)
            device = try reader.take(CodingKeys.device)
            places = try reader.take(CodingKeys.places)
        }
    }
}
