/// Lists a notification's deliveries, in the order of the queue. The question is stored for each user on the page, as in
/// `ExplainRecipient`. Errors: `notFound`.
public struct ListResults: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 127)

    /// Of a page.
    public static let maximum = 500

    public var id: NotificationID
    public var after: Int64?
    /// The operator's name for the calling API key; nil for the operator's own token.
    public var askedBy: String?

    enum CodingKeys: Int, CodingKey { case id = 0, after, askedBy }

    public init(id: NotificationID, after: Int64? = nil, askedBy: String? = nil) {
        (self.id, self.after, self.askedBy) = (id, after, askedBy)
    }

    public struct Reply: Codable, Sendable {
        public var results: [DeliveryResult]
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case results = 0, next }

        public init(results: [DeliveryResult], next: Int64? = nil) {
            (self.results, self.next) = (results, next)
        }
    }
}

/// The result of a notification's delivery to one push device.
public struct DeliveryResult: Codable, Hashable, Sendable {
    public var account: AccountID
    /// Nil for one that was given up long ago.
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
