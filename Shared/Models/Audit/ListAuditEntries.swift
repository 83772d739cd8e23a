/// Lists the audit log, the latest first. Errors: `invalidRequest` for an invalid limit.
public struct ListAuditEntries: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 25)

    public static let limits = 1...200

    public struct Reply: Codable, Sendable {
        public var entries: [AuditEntry]
        /// `before` of the next page; nil on the last.
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case entries = 0, next }

        public init(entries: [AuditEntry], next: Int64? = nil) {
            (self.entries, self.next) = (entries, next)
        }
    }

    public var account: AccountID?
    /// Only entries with lower numbers; nil for the latest.
    public var before: Int64?
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case account = 0, before, limit }

    public init(account: AccountID? = nil, before: Int64? = nil, limit: Int) {
        (self.account, self.before, self.limit) = (account, before, limit)
    }
}
