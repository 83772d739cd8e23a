// Who is it that shows this credential?

/// Finds what a credential is worth, for every kind of credential.
///
/// The first use of a trusted identity provider's token makes the account (`RecogniseIssuedUser`). It begins or
/// continues the session of the token's issuer, subject, and `sid` or installation.
///
/// Errors: `unavailable` when identity, or an identity provider and with it a key that is not known yet, cannot be
/// reached.
public struct Authenticate: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 4)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(credential) }

    /// What the credential is, and as of which state of the credentials feed.
    public struct Reply: Codable, Sendable {
        /// Nil when the credential is not valid.
        public var principal: Principal?
        /// Why not: `tokenExpired`, `invalidToken`, `accountGone`, or `secondStepNeeded`; nil with a principal.
        public var refusal: ErrorCode?
        /// The credentials feed at the making of this answer: an answer older than what its reader has followed is of
        /// no use.
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
    /// What the app calls its installation on this device, at most 128 bytes: tells the sessions of a person apart
    /// whose identity provider does not. Nil when it does not say.
    public var installation: String?

    enum CodingKeys: Int, CodingKey { case credential = 0, installation }

    public init(credential: Credential, installation: String? = nil) {
        self.credential = credential
        self.installation = installation
    }
}
