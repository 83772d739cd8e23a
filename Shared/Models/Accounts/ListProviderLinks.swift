/// The account's links to identity providers, the latest first, including providers that are no longer trusted.
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

/// An account's link to an identity provider, as its user sees it. Stored by identity.
public struct LinkedProvider: Codable, Hashable, Sendable {
    public var id: ProviderLinkID
    /// The `iss` of the provider's tokens.
    public var issuer: String
    /// Nil for links from before this was recorded.
    public var linkedAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, issuer, linkedAt }

    public init(id: ProviderLinkID, issuer: String, linkedAt: UnixTime?) {
        self.id = id
        self.issuer = issuer
        self.linkedAt = linkedAt
    }
}
