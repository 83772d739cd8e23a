// The calls about the topics to which the person who is signed in belongs.

public import BaliseAPI

extension BaliseClient {
    /// The topics to which the person who is signed in belongs.
    public var topics: TopicsAPI { TopicsAPI(caller: caller) }
}

/// Subscribes to topics and leaves them. Every call may throw any `BaliseError`.
public struct TopicsAPI: Sendable {
    let caller: APICaller

    /// The topics to which the person has subscribed, and those to which a publisher has added them.
    public func list() async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.listTopics).data.topics
    }

    /// Subscribes to a topic. One that is not open is the refusal `forbidden`, and more than 50 are `conflict`.
    ///
    /// - Returns: The topics to which the person belongs from now on.
    @discardableResult
    public func subscribe(to topic: String) async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.subscribeTopic, at: topic).data.topics
    }

    /// Leaves a topic to which the person has subscribed; does nothing where they have not.
    ///
    /// - Returns: The topics to which the person belongs from now on.
    @discardableResult
    public func leave(_ topic: String) async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.unsubscribeTopic, at: topic).data.topics
    }
}
