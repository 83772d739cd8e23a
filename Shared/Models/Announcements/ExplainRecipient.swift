// Why was somebody told, or not?

/// Tells why a person was or was not told of an announcement.
///
/// Errors: `notFound` for an unknown announcement.
public struct ExplainRecipient: ServiceRequest {
    public typealias Reply = RecipientExplanation
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 9)
    public static let isIdempotent = true

    /// As in `GetAnnouncement`.
    public var id: String
    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case id = 0, account }

    public init(id: String, account: AccountID) {
        self.id = id
        self.account = account
    }
}

/// Why a person is or is not told. The raw value is what publishers read.
public enum RecipientReason: String, Codable, Sendable, CaseIterable {
    case told
    case switchedOff = "switched-off"
    case categoryNotPreferred = "category-not-preferred"
    case tooFar = "too-far"
    case noPosition = "no-position"
    case positionTooOld = "position-too-old"
    case noPushToken = "no-push-token"
    case accountClosed = "account-closed"
    case unknownAccount = "unknown-account"
    /// It has not been decided yet.
    case undecided
}

/// Why a person was or was not told, and what became of it on each handset.
public struct RecipientExplanation: Codable, Hashable, Sendable {
    public var reason: RecipientReason
    /// The same for people, in figures: `12.4 km, radius 10 km`.
    public var text: String
    /// Metres; nil without a position.
    public var distance: Double?
    /// Kilometres.
    public var radius: Int?
    /// From when the position was.
    public var positionAt: UnixTime?
    public var deliveries: [DeliveryRecord]

    enum CodingKeys: Int, CodingKey { case reason = 0, text, distance, radius, positionAt, deliveries }

    public init(
        reason: RecipientReason, text: String, distance: Double? = nil, radius: Int? = nil, positionAt: UnixTime? = nil,
        deliveries: [DeliveryRecord]
    ) {
        self.reason = reason
        self.text = text
        self.distance = distance
        self.radius = radius
        self.positionAt = positionAt
        self.deliveries = deliveries
    }
}

/// How far a delivery has come. The raw value is stored.
public enum DeliveryState: String, Codable, Sendable, CaseIterable {
    case pending, sent, suppressed, deferred, failed, expired
}

/// What became of an announcement on one handset.
public struct DeliveryRecord: Codable, Hashable, Sendable {
    public var token: PushTokenID
    public var provider: PushProvider
    public var state: DeliveryState
    /// Why it is where it is, in the provider's word or ours; nil for one that was sent at once.
    public var reason: String?
    public var attempts: Int
    /// When its state last changed.
    public var at: UnixTime
    /// When it is tried next, such as at the end of quiet hours; nil for one that has come to its end.
    public var nextAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case token = 0, provider, state, reason, attempts, at, nextAt }

    public init(
        token: PushTokenID, provider: PushProvider, state: DeliveryState, reason: String? = nil, attempts: Int,
        at: UnixTime, nextAt: UnixTime? = nil
    ) {
        self.token = token
        self.provider = provider
        self.state = state
        self.reason = reason
        self.attempts = attempts
        self.at = at
        self.nextAt = nextAt
    }
}
