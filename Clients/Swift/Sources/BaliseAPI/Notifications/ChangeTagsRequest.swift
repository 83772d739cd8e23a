// The tags that a publisher gives to people: the body of POST notifications/tags.

public import BaliseJSON

/// Tags that accounts get, and those that are taken from them.
public struct ChangeTagsRequest: JSONConvertible, Hashable {
    /// The ids of 1 to 1,000 accounts.
    public var accounts: [String]
    /// The tags that the accounts get; nil for none.
    public var add: [String]?
    /// The tags that are taken from them; nil for none.
    public var remove: [String]?

    /// Makes a body of these members; nil leaves one out.
    public init(accounts: [String], add: [String]? = nil, remove: [String]? = nil) {
        self.accounts = accounts
        self.add = add
        self.remove = remove
    }
}
