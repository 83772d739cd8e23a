// A person removes the link of their account with an identity provider.

/// Forgets a link: whom the provider vouches for signs in to the account no more, and sessions that began at identity
/// providers end (`AccountChange.providerSessionsEndBefore`).
///
/// Errors: `notFound` for one that the account does not have, `conflict` for the only way into the account,
/// `invalidToken` when the session that asks does not count any more, `accountGone`.
public struct RemoveProviderLink: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 142)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var link: ProviderLinkID
    /// When the person of the session signed in: sessions up to some moment may have ended.
    public var signedInAt: UnixTime?
    /// The session that asks, which may go on where others have ended; nil from versions that did not say.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, link, signedInAt, session }

    public init(account: AccountID, link: ProviderLinkID, signedInAt: UnixTime?, session: SessionID? = nil) {
        self.account = account
        self.link = link
        self.signedInAt = signedInAt
        self.session = session
    }
}
