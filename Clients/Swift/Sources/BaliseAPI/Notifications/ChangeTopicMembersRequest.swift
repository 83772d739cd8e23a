// Who belongs to a topic: the body of POST notifications/topics/{topic}/accounts.

public import BaliseJSON

/// Accounts that are added to a topic, and those that are taken out of it; together 1 to 1,000.
public struct ChangeTopicMembersRequest: JSONConvertible, Hashable {
    /// The ids of accounts that are added; nil for none.
    public var add: [String]?
    /// The ids of accounts that are taken out; nil for none.
    public var remove: [String]?

    /// Makes a body of these members; nil leaves one out.
    public init(add: [String]? = nil, remove: [String]? = nil) {
        self.add = add
        self.remove = remove
    }
}
