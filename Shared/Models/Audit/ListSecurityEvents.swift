/// Lists a service's security log, the latest first. Each service that stores events answers it. Errors: `invalidRequest` for
/// an invalid limit.
public struct ListSecurityEvents: IdempotentRequest {
    public static let code = MessageCode(common: 130)

    public static let services: [ServiceName] = [.identity, .authSession]
    public static let limits = 1...200
    /// In bytes.
    public static let maximumEventLength = 64

    public struct Reply: Codable, Hashable, Sendable {
        public var events: [KeptSecurityEvent]
        /// `before` of the next page; nil on the last.
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case events = 0, next }

        public init(events: [KeptSecurityEvent], next: Int64? = nil) {
            (self.events, self.next) = (events, next)
        }
    }

    public var account: AccountID?
    public var event: String?
    /// Only events with lower numbers; nil for the latest.
    public var before: Int64?
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case account = 0, event, before, limit }

    public init(account: AccountID? = nil, event: String? = nil, before: Int64? = nil, limit: Int) {
        (self.account, self.event, self.before, self.limit) = (account, event, before, limit)
    }
}
