public import BaliseJSON

/// Tags to add to accounts and to remove from them: the body of POST notifications/tags.
public struct ChangeTagsRequest: JSONConvertible, Hashable {
    /// The ids of 1 to 1,000 accounts.
    public var accounts: [String]
    /// The tags to add; nil for none.
    public var add: [String]?
    /// The tags to remove; nil for none.
    public var remove: [String]?

    /// Makes a body of these members; nil leaves one out.
    public init(accounts: [String], add: [String]? = nil, remove: [String]? = nil) {
        self.accounts = accounts
        self.add = add
        self.remove = remove
    }
}
