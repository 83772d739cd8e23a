// An operator has the audit log checked.

/// Checks a part of the audit log: whether each entry is there, and has the hash that follows from it and the one before.
///
/// Errors: `invalidRequest` for a limit out of its rules.
public struct VerifyAuditLog: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 26)
    public static let isIdempotent = true

    /// How many entries a part may have.
    public static let limits = 1...10_000

    /// How far the log holds.
    public struct Reply: Codable, Hashable, Sendable {
        /// The number of the last entry that fits.
        public var number: Int64
        /// Its hash.
        public var hash: [UInt8]
        /// The number of the first entry that does not fit, or that is missing; nil when there is none so far.
        public var broken: Int64?
        /// Whether entries behind this part are still to be checked.
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case number = 0, hash, broken, hasMore }

        public init(number: Int64, hash: [UInt8], broken: Int64? = nil, hasMore: Bool) {
            self.number = number
            self.hash = hash
            self.broken = broken
            self.hasMore = hasMore
        }
    }

    /// The number of the last entry that was checked; 0 for the beginning.
    public var after: Int64
    /// Its hash; empty for the beginning.
    public var hash: [UInt8]
    /// One of `limits`.
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case after = 0, hash, limit }

    public init(after: Int64 = 0, hash: [UInt8] = [], limit: Int) {
        self.after = after
        self.hash = hash
        self.limit = limit
    }
}
