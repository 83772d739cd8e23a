public import BaliseJSON
public import Foundation

/// A link between the account and an identity provider. The provider's user can sign in to the account.
public struct BaliseProviderLink: JSONConvertible, Hashable {
    /// The id with which the user removes the link.
    public var id: String
    /// The provider's `iss` in tokens, such as `https://accounts.google.com`.
    public var issuer: String
    /// When the link was created; left out for links from before this was recorded.
    public var linkedAt: Date?

    public init(id: String, issuer: String, linkedAt: Date? = nil) {
        (self.id, self.issuer, self.linkedAt) = (id, issuer, linkedAt)
    }
}

/// The account's links to identity providers, the latest first: the answer of GET users/me/links in an envelope.
public struct BaliseProviderLinkList: JSONConvertible, Hashable {
    /// The links.
    public var links: [BaliseProviderLink]
    /// The number of links.
    public var totalCount: Int

    public init(links: [BaliseProviderLink], totalCount: Int) { (self.links, self.totalCount) = (links, totalCount) }
}
