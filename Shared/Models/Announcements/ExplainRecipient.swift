/// Tells an operator why a user was or was not notified. The question is stored and shown to the user. Errors: `notFound`;
/// `rateLimited` after too many questions about the user.
public struct ExplainRecipient: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = RecipientExplanation
    public static let serviceCode = ServiceCode(.push, 9)

    /// As in `GetNotification`.
    public var id: String
    public var account: AccountID
    /// The operators' name for the calling API key.
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
    /// The reason for people: `about 3 km away, radius 10 km`.
    public var text: String
    /// In metres, rounded to whole kilometres, at least one, from the middle of the user's square; nil for a user not notified.
    public var distance: Double?
    /// In kilometres; nil for a user not notified.
    public var radius: Int?
    public var deliveries: [DeliveryRecord]

    // 4 was the time of the position, which is no longer revealed.
    enum CodingKeys: Int, CodingKey { case reason = 0, text, distance, radius, deliveries = 5 }

    public init(
        reason: RecipientReason, text: String, distance: Double? = nil, radius: Int? = nil,
        deliveries: [DeliveryRecord]
    ) {
        (self.reason, self.text, self.distance) = (reason, text, distance)
        (self.radius, self.deliveries) = (radius, deliveries)
    }
}

/// The raw value is stored.
public enum DeliveryState: String, Codable, Sendable, CaseIterable {
    case pending, sent, suppressed, deferred, failed, expired
}

/// The state of a notification's push to one push token, for operators (`ExplainRecipient`) and tests (`SendTestPush`).
public struct DeliveryRecord: Codable, Hashable, Sendable {
    public var token: PushTokenID
    public var provider: PushProvider
    public var state: DeliveryState
    /// The provider's reason or ours; nil if it was sent at once.
    public var reason: String?
    public var attempts: Int
    public var at: UnixTime
    /// The time of the next try, such as the end of quiet hours; nil when it has ended.
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
