// What GET users/me/links answers, in an envelope.

public import BaliseJSON

/// All links of the account with identity providers, the latest first.
public struct BaliseProviderLinkList: JSONConvertible, Hashable {
    /// The links.
    public var links: [BaliseProviderLink]
    /// How many they are.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(links: [BaliseProviderLink], totalCount: Int) {
        self.links = links
        self.totalCount = totalCount
    }
}
