public import BaliseJSON

/// A device of a Miataru server, to be stored by Balise with its places, visitors and protection.
public struct ImportedDevice: Codable, Sendable {
    public var device: DeviceID
    public var key: DeviceKey?
    public var slogan: String?
    /// The allowed list; nil if the device has none. An empty list hides the device from all readers.
    public var allowed: [AllowedDevice]?
    /// The places, the oldest first. The last place is the current place.
    public var locations: [Location]
    /// When the only place expires; nil if the places are a history.
    public var expiresAt: UnixTime?
    /// The visits, the oldest first.
    public var visits: [GetVisitorHistory.Visit]
    /// The number of places and visits that the edge could not read.
    public var unreadable: Int

    enum CodingKeys: Int, CodingKey {
        case device = 0, key, slogan, allowed, locations, expiresAt, visits, unreadable
    }

    public init(
        _ device: DeviceID, key: DeviceKey? = nil, slogan: String? = nil, allowed: [AllowedDevice]? = nil,
        locations: [Location] = [], expiresAt: UnixTime? = nil, visits: [GetVisitorHistory.Visit] = [],
        unreadable: Int = 0
    ) {
        (self.device, self.key, self.slogan, self.allowed) = (device, key, slogan, allowed)
        (self.locations, self.expiresAt) = (locations, expiresAt)
        (self.visits, self.unreadable) = (visits, unreadable)
    }
}

/// The result of an import for one device, or of its dry run.
public struct PlaceImportOutcome: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let made = PlaceImportOutcome(rawValue: "made")
    public static let replaced = PlaceImportOutcome(rawValue: "replaced")
    /// Balise already has the device, with the same data.
    public static let known = PlaceImportOutcome(rawValue: "known")
    /// Balise has another device with this id. It stays as it is.
    public static let skipped = PlaceImportOutcome(rawValue: "skipped")
    public static let refused = PlaceImportOutcome(rawValue: "refused")
    public static let allCases: [PlaceImportOutcome] = [.made, .replaced, .known, .skipped, .refused]
}

/// The result for one device of an import. It contains no personal data.
public struct ImportedDeviceResult: JSONConvertible, Hashable {
    public var outcome: PlaceImportOutcome
    /// Why the device, or the first of its refused values, was refused; nil if nothing was.
    public var reason: String?
    /// The number of stored places.
    public var places: Int
    /// The number of places, visits and slogans that break the rules.
    public var refused: Int
    /// The number of older places that exceed the limit of a history.
    public var dropped: Int

    enum CodingKeys: Int, CodingKey { case outcome = 0, reason, places, refused, dropped }

    public init(
        _ outcome: PlaceImportOutcome, reason: String? = nil, places: Int = 0, refused: Int = 0, dropped: Int = 0
    ) {
        (self.outcome, self.reason, self.places) = (outcome, reason, places)
        (self.refused, self.dropped) = (refused, dropped)
    }
}

/// The results of a portion of devices, in the portion's order: the reply to `ImportPlaces` and `PreviewPlaceImport`.
public struct ImportedPlaces: JSONConvertible, Hashable {
    public var results: [ImportedDeviceResult]

    enum CodingKeys: Int, CodingKey { case results = 0 }

    public init(results: [ImportedDeviceResult]) { self.results = results }
}

/// How many devices an import has created, replaced, left unchanged, and refused.
public struct PlaceImportCounts: JSONConvertible, Hashable {
    public var made: Int
    public var replaced: Int
    public var left: Int
    public var refused: Int

    enum CodingKeys: Int, CodingKey { case made = 0, replaced, left, refused }

    public init(made: Int = 0, replaced: Int = 0, left: Int = 0, refused: Int = 0) {
        (self.made, self.replaced, self.left, self.refused) = (made, replaced, left, refused)
    }
}

/// Begins an import of a Miataru server's devices. Its portions need no entries in the audit log, because only the
/// operator of this act knows their token.
public struct BeginPlaceImport: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.location, 120)

    public struct Reply: Codable, Sendable {
        /// The token that the portions must contain. It is valid for a day.
        public var token: SecretText

        enum CodingKeys: Int, CodingKey { case token = 0 }

        public init(token: SecretText) { self.token = token }
    }

    /// Whether the import replaces the data of devices that Balise already has.
    public var replaces: Bool

    enum CodingKeys: Int, CodingKey { case replaces = 0 }

    public init(replaces: Bool) { self.replaces = replaces }
}

/// Imports a portion of devices in one transaction. Errors: `notFound` for an import that has ended;
/// `invalidRequest` for too many devices or places.
public struct ImportPlaces: RequestFromEdge, IdempotentRequest {
    public typealias Reply = ImportedPlaces
    public static let serviceCode = ServiceCode(.location, 121)

    public static let limits = 1...200
    /// The largest number of places of all devices of a portion, and so of one device.
    public static let maximumPlaces = 20_000

    public var token: SecretText
    public var devices: [ImportedDevice]

    enum CodingKeys: Int, CodingKey { case token = 0, devices }

    public init(token: SecretText, devices: [ImportedDevice]) { (self.token, self.devices) = (token, devices) }
}

/// Reports what `ImportPlaces` would do, and writes nothing. The edge records the call in the audit log. Errors:
/// `invalidRequest`.
public struct PreviewPlaceImport: RequestFromEdge, IdempotentRequest {
    public typealias Reply = ImportedPlaces
    public static let serviceCode = ServiceCode(.location, 122)

    public var replaces: Bool
    public var devices: [ImportedDevice]

    enum CodingKeys: Int, CodingKey { case replaces = 0, devices }

    public init(replaces: Bool, devices: [ImportedDevice]) { (self.replaces, self.devices) = (replaces, devices) }
}

/// Ends an import, and writes its counts to the audit log. Errors: `notFound`.
public struct EndPlaceImport: ServiceRequest, OperatorAct {
    public typealias Reply = PlaceImportCounts
    public static let serviceCode = ServiceCode(.location, 123)

    public static func outcome(in reply: PlaceImportCounts) -> String {
        """
        \(AuditedCall.done): \(reply.made) made, \(reply.replaced) replaced, \(reply.left) left, \
        \(reply.refused) refused
        """
    }

    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}
