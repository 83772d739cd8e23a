/// The number of deliveries in each state. `accepted` is the sum of the other counts; `sentLater` is a part of `sent`.
public struct DeliveryCounts: Codable, Hashable, Sendable {
    public var accepted: Int
    /// The deliveries that the provider accepted.
    public var sent: Int
    /// The deliveries that were dropped unsent, for example because the user muted the device or switched the kind off.
    public var suppressed: Int
    /// The deliveries that wait for the end of quiet hours.
    public var deferred: Int
    public var failed: Int
    public var expired: Int
    /// The deliveries that wait for their turn or for another try.
    public var pending: Int
    /// The part of `sent` that had waited for the end of quiet hours. The push service stores it; no message has it.
    public var sentLater = 0

    enum CodingKeys: Int, CodingKey { case accepted = 0, sent, suppressed, deferred, failed, expired, pending }

    public init(accepted: Int, sent: Int, suppressed: Int, deferred: Int, failed: Int, expired: Int, pending: Int) {
        (self.accepted, self.sent, self.suppressed) = (accepted, sent, suppressed)
        (self.deferred, self.failed, self.expired, self.pending) = (deferred, failed, expired, pending)
    }
}

/// The number of a notification's deliveries that are in a state other than `sent` for one reason.
public struct DeliveryReasonCount: Codable, Hashable, Sendable {
    public var state: DeliveryState
    /// The reason as in `DeliveryRecord`.
    public var reason: String
    public var count: Int

    enum CodingKeys: Int, CodingKey { case state = 0, reason, count }

    public init(state: DeliveryState, reason: String, count: Int) {
        (self.state, self.reason, self.count) = (state, reason, count)
    }
}

/// Lists a notification's deliveries, in the order of the queue. For each user on the page, the operator's question is
/// stored as in `ExplainRecipient`. Errors: `notFound`.
public struct ListResults: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 127)

    /// The largest number of deliveries on a page.
    public static let maximum = 500

    public var id: NotificationID
    public var after: Int64?
    /// The operators' name for the calling API key; nil for the operator's own token.
    public var askedBy: String?

    enum CodingKeys: Int, CodingKey { case id = 0, after, askedBy }

    public init(id: NotificationID, after: Int64? = nil, askedBy: String? = nil) {
        (self.id, self.after, self.askedBy) = (id, after, askedBy)
    }

    public struct Reply: Codable, Sendable {
        public var results: [DeliveryResult]
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case results = 0, next }

        public init(results: [DeliveryResult], next: Int64? = nil) { (self.results, self.next) = (results, next) }
    }
}

/// The result of a notification's delivery to one push device.
public struct DeliveryResult: Codable, Hashable, Sendable {
    public var account: AccountID
    /// The push token; nil if the server gave up the delivery long ago and no longer knows the token.
    public var token: PushTokenID?
    public var provider: PushProvider
    public var language: String?
    public var state: DeliveryState
    public var reason: String?
    public var attempts: Int
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, token, provider, language, state, reason, attempts, at }

    public init(
        account: AccountID, token: PushTokenID? = nil, provider: PushProvider, language: String? = nil,
        state: DeliveryState, reason: String? = nil, attempts: Int, at: UnixTime
    ) {
        (self.account, self.token, self.provider, self.language) = (account, token, provider, language)
        (self.state, self.reason, self.attempts, self.at) = (state, reason, attempts, at)
    }
}

/// Counts the sent pushes of a notification by provider and language, as far as a publisher may see them: no group of
/// fewer than ten users, and no groups at all if the audience names accounts. Errors: `notFound`.
public struct SummarizeResults: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 126)

    public var id: NotificationID
    /// The calling publisher, who must have sent the notification.
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case id = 0, publisher }

    public init(id: NotificationID, of publisher: PublisherID) { (self.id, self.publisher) = (id, publisher) }

    public struct Reply: Codable, Sendable {
        /// The groups, the largest first; the group of the rest is the last. Empty if everything is withheld.
        public var groups: [ResultGroup]

        enum CodingKeys: Int, CodingKey { case groups = 0 }

        public init(groups: [ResultGroup]) { self.groups = groups }
    }
}

/// The number of sent pushes for one provider and language, or for all groups that are too small to show.
public struct ResultGroup: Codable, Hashable, Sendable {
    /// The provider; nil for the group of the rest.
    public var provider: PushProvider?
    /// The language; nil for devices without a language, and for the group of the rest.
    public var language: String?
    public var sent: Int

    enum CodingKeys: Int, CodingKey { case provider = 0, language, sent }

    public init(provider: PushProvider? = nil, language: String? = nil, sent: Int) {
        (self.provider, self.language, self.sent) = (provider, language, sent)
    }
}
