public import BaliseAPI

extension BaliseClient {
    /// The signed-in user's topics.
    public var topics: TopicsAPI { TopicsAPI(caller: caller) }
}

/// Subscribes to topics and leaves them. Every call may throw any `BaliseError`.
public struct TopicsAPI: Sendable {
    let caller: APICaller

    /// The topics that the user has subscribed to, and those that a publisher has added the user to.
    public func list() async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.listTopics).data.topics
    }

    /// Subscribes to a topic. A topic that is not open fails with `forbidden`, the 51st topic with `conflict`.
    /// - Returns: The user's topics after the change.
    @discardableResult
    public func subscribe(to topic: String) async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.subscribeTopic, at: topic).data.topics
    }

    /// Cancels the subscription to a topic. Does nothing if the user has none.
    /// - Returns: The user's topics after the change.
    @discardableResult
    public func leave(_ topic: String) async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.unsubscribeTopic, at: topic).data.topics
    }
}
