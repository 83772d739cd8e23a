public import BaliseJSON

/// The topics of a user: the answer of the calls of notifications/topics, in an envelope.
public struct TopicList: JSONConvertible, Hashable {
    /// Sorted by name.
    public var topics: [SubscribedTopic]

    /// Makes a body of this member.
    public init(topics: [SubscribedTopic]) { self.topics = topics }
}

/// A topic of a user.
public struct SubscribedTopic: JSONConvertible, Hashable {
    /// The topic's name.
    public var name: String
    /// Whether the user has subscribed and can leave; otherwise a publisher has added the user.
    public var subscribed: Bool

    /// Makes a body of these members.
    public init(name: String, subscribed: Bool) {
        self.name = name
        self.subscribed = subscribed
    }
}
