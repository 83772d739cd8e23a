// Who is it that shows this credential?

/// Finds what a credential is. The only place that knows the truth for every kind of it.
public struct Authenticate: ServiceRequest {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 4)
    public static let isIdempotent = true

    /// What the credential is, and as of which state of the credentials feed.
    public struct Reply: Codable, Sendable {
        /// Nil when the credential counts for nothing.
        public var principal: Principal?
        /// Why not: `tokenExpired`, `invalidToken`, or `accountGone`; nil with a principal.
        public var refusal: ErrorCode?
        /// The credentials feed at the making of this answer: an answer older than what its reader has followed is of no use.
        public var epoch: FeedEpoch
        public var sequence: UInt64

        enum CodingKeys: Int, CodingKey { case principal = 0, refusal, epoch, sequence }

        public init(principal: Principal?, refusal: ErrorCode? = nil, epoch: FeedEpoch, sequence: UInt64) {
            self.principal = principal
            self.refusal = refusal
            self.epoch = epoch
            self.sequence = sequence
        }
    }

    public var credential: Credential

    enum CodingKeys: Int, CodingKey { case credential = 0 }

    public init(credential: Credential) {
        self.credential = credential
    }
}
