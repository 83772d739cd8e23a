/// Removes a link: the provider's user can no longer sign in, and sessions that began at identity providers end
/// (`AccountChange.providerSessionsEndBefore`).
///
/// Errors: `notFound` for an unknown link, `conflict` if it is the only way to sign in, `invalidToken` for an ended
/// session, `accountGone`.
public struct RemoveProviderLink: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 142)
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    public var link: ProviderLinkID
    /// When the session's user was recognised: earlier sessions may have ended.
    public var signedInAt: UnixTime?
    /// The calling session, which may continue where others have ended; nil from versions that did not send it.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, link, signedInAt, session }

    public init(account: AccountID, link: ProviderLinkID, signedInAt: UnixTime?, session: SessionID? = nil) {
        self.account = account
        self.link = link
        self.signedInAt = signedInAt
        self.session = session
    }
}
