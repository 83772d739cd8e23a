/// Lists the account's links, the latest first, including providers that are no longer trusted. Errors: `accountGone`.
public struct ListProviderLinks: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [LinkedProvider]
    public static let serviceCode = ServiceCode(.identity, 141)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// A link to an identity provider as its user sees it. Stored by the identity service.
public struct LinkedProvider: Codable, Hashable, Sendable {
    public var id: ProviderLinkID
    /// The value of `iss` in the provider's tokens.
    public var issuer: String
    /// When the account was linked; nil for links from before this was recorded.
    public var linkedAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, issuer, linkedAt }

    public init(id: ProviderLinkID, issuer: String, linkedAt: UnixTime?) {
        (self.id, self.issuer, self.linkedAt) = (id, issuer, linkedAt)
    }
}

/// Links the account of a user who was just recognised with the identity provider. Errors: `wrongCredentials` if the
/// account was closed or its sessions ended since then; `duplicate` if the provider's user has another account.
public struct LinkIssuedUser: RequestFromAuthSession, RequestByAccount, IdempotentRequest {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 80)

    public var account: AccountID
    /// When the account's user was last recognised, by the clock of the identity service.
    public var verifiedAt: UnixTime
    public var issuer: String
    public var subjectHash: String
    public var claims: PersonClaims

    enum CodingKeys: Int, CodingKey { case account = 0, verifiedAt, issuer, subjectHash, claims }

    public init(account: AccountID, verifiedAt: UnixTime, issuer: String, subjectHash: String, claims: PersonClaims) {
        (self.account, self.verifiedAt) = (account, verifiedAt)
        (self.issuer, self.subjectHash, self.claims) = (issuer, subjectHash, claims)
    }
}

/// Removes a link. Sessions that began at identity providers end (`AccountChange.providerSessionsEndBefore`). Errors:
/// `notFound`, `conflict` for the user's only way to sign in, `invalidToken` for an ended session, `accountGone`.
public struct RemoveProviderLink: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.identity, 142)
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    public var link: ProviderLinkID
    public var signedInAt: UnixTime?
    /// The calling session. It may be valid after the account's other sessions have ended. An edge of an older version
    /// sends nil.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, link, signedInAt, session }

    public init(account: AccountID, link: ProviderLinkID, signedInAt: UnixTime?, session: SessionID? = nil) {
        (self.account, self.link, self.signedInAt, self.session) = (account, link, signedInAt, session)
    }
}
