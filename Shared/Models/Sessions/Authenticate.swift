/// Returns the rights of a credential of any kind. The first use of a trusted identity provider's token creates the
/// account (`RecogniseIssuedUser`), and begins or continues the session of its issuer, subject, and `sid` or
/// installation. Errors: `unavailable` if the identity service is unreachable, or a provider whose key is needed.
public struct Authenticate: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 4)
    public var routingKey: RoutingKey? { RoutingKey(credential) }

    /// The rights, and the position of the credentials feed on which they are based.
    public struct Reply: Codable, Sendable {
        /// The owner of the credential; nil if the credential is invalid.
        public var principal: Principal?
        /// The refusal: `tokenExpired`, `invalidToken`, `accountGone` or `secondStepNeeded`; nil for a good credential.
        public var refusal: ErrorCode?
        /// The credentials feed's epoch. A reader that has followed the feed further than this answer must ask again.
        public var epoch: FeedEpoch
        public var sequence: UInt64

        enum CodingKeys: Int, CodingKey { case principal = 0, refusal, epoch, sequence }

        public init(principal: Principal?, refusal: ErrorCode? = nil, epoch: FeedEpoch, sequence: UInt64) {
            (self.principal, self.refusal, self.epoch, self.sequence) = (principal, refusal, epoch, sequence)
        }
    }

    public var credential: Credential
    /// The app's name for its installation, at most 128 bytes; nil if the app sent none. It distinguishes a user's
    /// sessions if the identity provider does not.
    public var installation: String?

    enum CodingKeys: Int, CodingKey { case credential = 0, installation }

    public init(credential: Credential, installation: String? = nil) {
        (self.credential, self.installation) = (credential, installation)
    }
}
