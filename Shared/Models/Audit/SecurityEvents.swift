/// A stored event of the security log. It contains no free text, only ids, fixed words, the time and the network.
public struct KeptSecurityEvent: Codable, Hashable, Sendable {
    /// The event's number. Numbers increase within a service, with gaps where events were erased with their account.
    public var number: Int64
    public var at: UnixTime
    /// The kind of event, in lower case with hyphens: `sign-in-refused`.
    public var event: String
    public var account: AccountID?
    public var method: String?
    /// The reason, as a fixed word of the log or an `ErrorCode`; nil if the event has none.
    public var reason: String?
    /// The network, as `ClientNetwork.redacted` writes it; nil if the sign-in method does not store it.
    public var network: String?
    /// The subject of the event apart from the account: a session, a token, a key or an issuer; nil without one.
    public var subject: String?
    /// The request's id in the logs; nil if scheduled work caused the event.
    public var request: String?

    enum CodingKeys: Int, CodingKey { case number = 0, at, event, account, method, reason, network, subject, request }

    public init(
        number: Int64, at: UnixTime, event: String, account: AccountID? = nil, method: String? = nil,
        reason: String? = nil, network: String? = nil, subject: String? = nil, request: String? = nil
    ) {
        (self.number, self.at, self.event, self.account, self.method) = (number, at, event, account, method)
        (self.reason, self.network, self.subject, self.request) = (reason, network, subject, request)
    }
}

/// Lists a service's security log, the latest first. Each service that stores events answers it. Errors:
/// `invalidRequest` for an invalid limit.
public struct ListSecurityEvents: IdempotentRequest {
    public static let code = MessageCode(common: 130)

    public static let services: [ServiceName] = [.identity, .authSession]
    public static let limits = 1...200
    /// The longest name of an event, in bytes.
    public static let maximumEventLength = 64

    public struct Reply: Codable, Hashable, Sendable {
        public var events: [KeptSecurityEvent]
        /// The value of `before` for the next page; nil on the last page.
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case events = 0, next }

        public init(events: [KeptSecurityEvent], next: Int64? = nil) { (self.events, self.next) = (events, next) }
    }

    public var account: AccountID?
    public var event: String?
    /// The number below which events are listed; nil to start with the latest event.
    public var before: Int64?
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case account = 0, event, before, limit }

    public init(account: AccountID? = nil, event: String? = nil, before: Int64? = nil, limit: Int) {
        (self.account, self.event, self.before, self.limit) = (account, event, before, limit)
    }
}
