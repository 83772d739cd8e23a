// An operator asks what became of each delivery of a notification.

/// A page of the deliveries of a notification, in the order in which they were queued. That it was asked is kept with each
/// person whom the page shows, as with `ExplainRecipient`.
///
/// Errors: `notFound`.
public struct ListResults: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 127)
    public static let isIdempotent = true

    /// The most deliveries of a page.
    public static let maximum = 500

    public var id: AnnouncementID
    /// Where the page before ended; nil for the first one.
    public var after: Int64?
    /// What the operator calls the key by which it is asked; nil for the operator.
    public var askedBy: String?

    enum CodingKeys: Int, CodingKey { case id = 0, after, askedBy }

    public init(id: AnnouncementID, after: Int64? = nil, askedBy: String? = nil) {
        self.id = id
        self.after = after
        self.askedBy = askedBy
    }

    public struct Reply: Codable, Sendable {
        public var results: [DeliveryResult]
        /// Where this page ended; nil when it was the last one.
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case results = 0, next }

        public init(results: [DeliveryResult], next: Int64? = nil) {
            self.results = results
            self.next = next
        }
    }
}

/// What became of a delivery.
public struct DeliveryResult: Codable, Hashable, Sendable {
    public var account: AccountID
    /// Nil for one that was given up long ago.
    public var token: PushTokenID?
    public var provider: PushProvider
    /// What the push device speaks; nil where that is not known.
    public var language: String?
    public var state: DeliveryState
    public var reason: String?
    public var attempts: Int
    /// When it came to its state.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, token, provider, language, state, reason, attempts, at }

    public init(
        account: AccountID, token: PushTokenID? = nil, provider: PushProvider, language: String? = nil,
        state: DeliveryState, reason: String? = nil, attempts: Int, at: UnixTime
    ) {
        self.account = account
        self.token = token
        self.provider = provider
        self.language = language
        self.state = state
        self.reason = reason
        self.attempts = attempts
        self.at = at
    }
}
