// A person links their account with an identity provider.

/// Links the account of a person who has just been recognised with the identity provider that vouches for them.
///
/// Errors: `wrongCredentials` when the account was closed, or its sessions ended, since the person was recognised;
/// `duplicate` when the provider's person has another account.
public struct LinkIssuedUser: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 80)
    /// Auth-session has recognised the person in both ways.
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the person of the account was recognised, by the clock of identity.
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
