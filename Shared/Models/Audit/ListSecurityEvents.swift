// An operator looks at the security log.

/// Lists what a service has kept of its security log, the latest first: the same message for each service that keeps
/// something.
///
/// Errors: `invalidRequest` for a limit out of its rules.
public struct ListSecurityEvents: Request {
    public static let code = MessageCode(common: 130)
    public static let isIdempotent = true

    /// The services that answer it.
    public static let services: [ServiceName] = [.identity, .authSession]
    /// How many events a page may have.
    public static let limits = 1...200
    /// The longest name of an event, in bytes.
    public static let maximumEventLength = 64

    /// A page.
    public struct Reply: Codable, Hashable, Sendable {
        public var events: [KeptSecurityEvent]
        /// Before which number the next page begins; nil when this is the last.
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case events = 0, next }

        public init(events: [KeptSecurityEvent], next: Int64? = nil) {
            self.events = events
            self.next = next
        }
    }

    /// Only those about this account; nil for all.
    public var account: AccountID?
    /// Only those of this kind; nil for all.
    public var event: String?
    /// Only events with lower numbers; nil for the latest.
    public var before: Int64?
    /// One of `limits`.
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case account = 0, event, before, limit }

    public init(account: AccountID? = nil, event: String? = nil, before: Int64? = nil, limit: Int) {
        self.account = account
        self.event = event
        self.before = before
        self.limit = limit
    }
}
