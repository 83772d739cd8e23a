/// Tells an operator why a user was or was not notified. The question is stored and shown to the user. Errors:
/// `notFound`; `rateLimited` after too many questions about the user.
public struct ExplainRecipient: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = RecipientExplanation
    public static let serviceCode = ServiceCode(.push, 9)

    /// The notification's id, or the id of an announcement's subject, as in `GetNotification`.
    public var id: String
    public var account: AccountID
    /// The name that operators have given to the calling API key; nil for another credential.
    public var askedBy: String?
    public var among: NotificationGroup?

    enum CodingKeys: Int, CodingKey { case id = 0, account, askedBy, among }

    public init(id: String, account: AccountID, askedBy: String?, among group: NotificationGroup? = nil) {
        among = group
        (self.id, self.account, self.askedBy) = (id, account, askedBy)
    }
}

/// The reason why a user was or was not notified, and the result on each of the user's push devices.
public struct RecipientExplanation: Codable, Hashable, Sendable {
    public var reason: RecipientReason
    /// The reason as a sentence for people: `about 3 km away, radius 10 km`.
    public var text: String
    /// Metres from the middle of the user's square, rounded to whole kilometres, at least 1 km; nil if not notified.
    public var distance: Double?
    /// The user's radius in kilometres; nil for a user who was not notified.
    public var radius: Int?
    public var deliveries: [DeliveryRecord]

    // Field 4 is not reused: it was the time of the position, which Balise no longer reveals.
    enum CodingKeys: Int, CodingKey { case reason = 0, text, distance, radius, deliveries = 5 }

    public init(
        reason: RecipientReason, text: String, distance: Double? = nil, radius: Int? = nil,
        deliveries: [DeliveryRecord]
    ) {
        (self.reason, self.text, self.distance) = (reason, text, distance)
        (self.radius, self.deliveries) = (radius, deliveries)
    }
}

/// The state of a delivery. The push service stores the raw value.
public enum DeliveryState: String, Codable, Sendable, CaseIterable {
    case pending, sent, suppressed, deferred, failed, expired
}

/// The state of a notification's push to one push token, for operators (`ExplainRecipient`) and tests (`SendTestPush`).
public struct DeliveryRecord: Codable, Hashable, Sendable {
    public var token: PushTokenID
    public var provider: PushProvider
    public var state: DeliveryState
    /// Why the push failed or waits, in the provider's or Balise's words; nil if it was sent at once.
    public var reason: String?
    public var attempts: Int
    public var at: UnixTime
    /// The time of the next try, for example the end of quiet hours; nil if no try will follow.
    public var nextAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case token = 0, provider, state, reason, attempts, at, nextAt }

    public init(
        token: PushTokenID, provider: PushProvider, state: DeliveryState, reason: String? = nil, attempts: Int,
        at: UnixTime, nextAt: UnixTime? = nil
    ) {
        (self.token, self.provider, self.state) = (token, provider, state)
        (self.reason, self.attempts, self.at, self.nextAt) = (reason, attempts, at, nextAt)
    }
}
