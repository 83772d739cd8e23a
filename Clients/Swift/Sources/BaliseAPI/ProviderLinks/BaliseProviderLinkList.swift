public import BaliseJSON

/// The account's links to identity providers, the latest first: the answer of GET users/me/links in an envelope.
public struct BaliseProviderLinkList: JSONConvertible, Hashable {
    /// The links.
    public var links: [BaliseProviderLink]
    /// The number of links.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(links: [BaliseProviderLink], totalCount: Int) {
        self.links = links
        self.totalCount = totalCount
    }
}
