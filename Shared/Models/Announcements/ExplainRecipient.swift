// Why was somebody told, or not?

/// Tells an operator why a person was or was not told of an announcement. That it was asked is kept, and shown to the
/// person.
///
/// Errors: `notFound` for an unknown announcement; `rateLimited` when the person was asked about too often.
public struct ExplainRecipient: RequestFromEdge {
    public typealias Reply = RecipientExplanation
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 9)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// As in `GetAnnouncement`.
    public var id: String
    public var account: AccountID
    /// What an operator calls the API key with which it is asked.
    public var askedBy: String?
    /// Whether it is asked about a notification. Nil for an announcement.
    public var isNotification: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, account, askedBy, isNotification }

    public init(id: String, account: AccountID, askedBy: String?, isNotification: Bool? = nil) {
        self.isNotification = isNotification
        self.id = id
        self.account = account
        self.askedBy = askedBy
    }
}

/// Why a person is or is not told. The raw value is what publishers read.
public enum RecipientReason: String, Codable, Sendable, CaseIterable {
    case told
    case switchedOff = "switched-off"
    case categoryNotPreferred = "category-not-preferred"
    case tooFar = "too-far"
    /// The edge of the radius runs through or close by the square in which they are, so it is not said whether they are
    /// told.
    case nearRadius = "near-radius"
    case noPosition = "no-position"
    case positionTooOld = "position-too-old"
    case noPushToken = "no-push-token"
    case accountClosed = "account-closed"
    case unknownAccount = "unknown-account"
    /// It was taken back before it reached a push device of theirs.
    case cancelled
    /// The audience of a notification does not hold for them.
    case notInAudience = "not-in-audience"
    /// It has not been decided yet.
    case undecided
}

/// Why a person was or was not told, and what became of it on each push device.
public struct RecipientExplanation: Codable, Hashable, Sendable {
    public var reason: RecipientReason
    /// The same for people: `about 3 km away, radius 10 km`.
    public var text: String
    /// Metres in whole kilometres, at least one, from the middle of the square in which they were; nil for one who was
    /// not told.
    public var distance: Double?
    /// Kilometres; nil for one who was not told.
    public var radius: Int?
    public var deliveries: [DeliveryRecord]

    // 4 was the time of the position, which nobody is told.
    enum CodingKeys: Int, CodingKey { case reason = 0, text, distance, radius, deliveries = 5 }

    public init(
        reason: RecipientReason, text: String, distance: Double? = nil, radius: Int? = nil,
        deliveries: [DeliveryRecord]
    ) {
        self.reason = reason
        self.text = text
        self.distance = distance
        self.radius = radius
        self.deliveries = deliveries
    }
}

/// How far a delivery has come. The raw value is stored.
public enum DeliveryState: String, Codable, Sendable, CaseIterable {
    case pending, sent, suppressed, deferred, failed, expired
}

/// What became of an announcement on one push device.
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
