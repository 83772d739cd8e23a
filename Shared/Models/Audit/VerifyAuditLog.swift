/// Checks a part of the audit log for missing entries and wrong hashes. Errors: `invalidRequest` for an invalid limit.
public struct VerifyAuditLog: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 26)

    public static let limits = 1...10_000

    public struct Reply: Codable, Hashable, Sendable {
        /// The last valid entry.
        public var number: Int64
        public var hash: [UInt8]
        /// The first missing or wrong entry; nil so far.
        public var broken: Int64?
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case number = 0, hash, broken, hasMore }

        public init(number: Int64, hash: [UInt8], broken: Int64? = nil, hasMore: Bool) {
            (self.number, self.hash, self.broken, self.hasMore) = (number, hash, broken, hasMore)
        }
    }

    /// The last checked entry; 0 for the beginning.
    public var after: Int64
    /// Its hash; empty for the beginning.
    public var hash: [UInt8]
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case after = 0, hash, limit }

    public init(after: Int64 = 0, hash: [UInt8] = [], limit: Int) {
        (self.after, self.hash, self.limit) = (after, hash, limit)
    }
}
