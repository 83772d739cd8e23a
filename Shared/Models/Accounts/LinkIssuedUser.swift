/// Links the account of a user who was just recognised with the identity provider.
///
/// Errors: `wrongCredentials` if the account was closed, or its sessions ended, since then; `duplicate` if the
/// provider's user has another account.
public struct LinkIssuedUser: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 80)
    /// Only auth-session, which has recognised the user in both ways.
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the account's user was recognised, by the clock of identity.
    public var recognisedAt: UnixTime
    /// As in `RecogniseIssuedUser`.
    public var issuer: String
    public var subjectHash: String
    public var claims: PersonClaims

    enum CodingKeys: Int, CodingKey { case account = 0, recognisedAt, issuer, subjectHash, claims }

    public init(
        account: AccountID, recognisedAt: UnixTime, issuer: String, subjectHash: String, claims: PersonClaims
    ) {
        self.account = account
        self.recognisedAt = recognisedAt
        self.issuer = issuer
        self.subjectHash = subjectHash
        self.claims = claims
    }
}
