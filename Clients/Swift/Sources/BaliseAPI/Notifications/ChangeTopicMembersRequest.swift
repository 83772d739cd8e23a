public import BaliseJSON

/// Accounts to add to and remove from a topic, 1 to 1,000: the body of POST notifications/topics/{topic}/accounts.
public struct ChangeTopicMembersRequest: JSONConvertible, Hashable {
    /// The account ids to add; nil for none.
    public var add: [String]?
    /// The account ids to remove; nil for none.
    public var remove: [String]?

    /// Makes a body of these members; nil leaves one out.
    public init(add: [String]? = nil, remove: [String]? = nil) {
        self.add = add
        self.remove = remove
    }
}
