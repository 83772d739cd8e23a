public import BaliseJSON

/// The topics of a user: the answer of the calls under notifications/topics, in an envelope.
public struct TopicList: JSONConvertible, Hashable {
    /// The topics, sorted by name.
    public var topics: [SubscribedTopic]

    public init(topics: [SubscribedTopic]) { self.topics = topics }
}

/// A topic of a user.
public struct SubscribedTopic: JSONConvertible, Hashable {
    /// The topic's name.
    public var name: String
    /// Whether the user has subscribed and can leave; false if a publisher has added the user.
    public var subscribed: Bool

    public init(name: String, subscribed: Bool) { (self.name, self.subscribed) = (name, subscribed) }
}

/// Accounts to add to and remove from a topic, 1 to 1,000: the body of POST notifications/topics/{topic}/accounts.
public struct ChangeTopicMembersRequest: JSONConvertible, Hashable {
    /// The account ids to add; nil to add no account.
    public var add: [String]?
    /// The account ids to remove; nil to remove no account.
    public var remove: [String]?

    public init(add: [String]? = nil, remove: [String]? = nil) { (self.add, self.remove) = (add, remove) }
}

/// Tags to add to accounts and to remove from them: the body of POST notifications/tags.
public struct ChangeTagsRequest: JSONConvertible, Hashable {
    /// The ids of 1 to 1,000 accounts.
    public var accounts: [String]
    /// The tags to add; nil to add no tag.
    public var add: [String]?
    /// The tags to remove; nil to remove no tag.
    public var remove: [String]?

    public init(accounts: [String], add: [String]? = nil, remove: [String]? = nil) {
        (self.accounts, self.add, self.remove) = (accounts, add, remove)
    }
}
