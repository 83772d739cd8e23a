// A person looks at the identity providers with which their account is linked.

/// The identity providers with which an account is linked, the latest first. Also those that are trusted no more.
///
/// Errors: `accountGone`.
public struct ListProviderLinks: RequestFromEdge {
    public typealias Reply = [LinkedProvider]
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 141)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// A link with an identity provider, as its person sees it.
public struct LinkedProvider: Codable, Hashable, Sendable {
    public var id: ProviderLinkID
    /// The `iss` of the provider's tokens.
    public var issuer: String
    /// Nil for a link from before this was noted.
    public var linkedAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, issuer, linkedAt }

    public init(id: ProviderLinkID, issuer: String, linkedAt: UnixTime?) {
        self.id = id
        self.issuer = issuer
        self.linkedAt = linkedAt
    }
}
