import BaliseAPI
import Models

func listTopics(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(TopicList(try await call.send(GetPreferences(account: caller.account))))
}

func subscribeTopic(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await set(true, call, caller)
}

func unsubscribeTopic(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await set(false, call, caller)
}

private func set(_ isSubscribed: Bool, _ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = SubscribeTopic(account: caller.account, topic: try call.parameter(), isSubscribed: isSubscribed)
    return .enveloped(TopicList(try await call.send(message)))
}

extension TopicList {
    fileprivate init(_ preferences: NotificationPreferences) {
        let own = Set(preferences.topics ?? [])
        self.init(
            topics: preferences.allTopics.sorted().map { SubscribedTopic(name: $0, subscribed: own.contains($0)) })
    }
}
