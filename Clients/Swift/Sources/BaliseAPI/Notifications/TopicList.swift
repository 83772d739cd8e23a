// The topics of a person: what the calls of notifications/topics answer, in an envelope.

public import BaliseJSON

/// The topics to which a person belongs.
public struct TopicList: JSONConvertible, Hashable {
    /// In the order of their names.
    public var topics: [SubscribedTopic]

    /// Makes a body of this member.
    public init(topics: [SubscribedTopic]) { self.topics = topics }
}

/// A topic to which a person belongs.
public struct SubscribedTopic: JSONConvertible, Hashable {
    /// What it is called.
    public var name: String
    /// Whether the person has subscribed to it, and can leave it; else a publisher has added them.
    public var subscribed: Bool

    /// Makes a body of these members.
    public init(name: String, subscribed: Bool) {
        self.name = name
        self.subscribed = subscribed
    }
}
