import BaliseAPI
import Models

func listTopics(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(TopicList(try await call.send(GetPreferences(account: caller.account))))
}

func subscribeTopic(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await setSubscription(true, call, caller)
}

func unsubscribeTopic(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await setSubscription(false, call, caller)
}

private func setSubscription(
    _ isSubscribed: Bool, _ call: APICall, _ caller: Caller
) async throws(EdgeError) -> Answer {
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

/// The answer does not reveal which of the accounts exist.
func changeTopicMembers(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTopicMembersRequest.self)
    _ = try await call.send(
        ChangeTopicMembers(
            topic: try call.parameter(), added: try accounts(body.add ?? [], "add"),
            removed: try accounts(body.remove ?? [], "remove"), limits: publisher.limits))
    return .done("The members of the topic are changed.")
}

/// POST notifications/tags. The answer does not reveal which of the accounts exist.
func changeTags(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTagsRequest.self)
    _ = try await call.send(
        ChangeTags(
            accounts: try accounts(body.accounts, "accounts"), added: body.add ?? [], removed: body.remove ?? [],
            limits: publisher.limits))
    return .done("The tags are changed.")
}

private func accounts(_ texts: [String], _ member: String) throws(EdgeError) -> [AccountID] {
    var accounts: [AccountID] = []
    for text in texts {
        guard let account = AccountID(text) else {
            throw .invalid("The member \(member) must hold ids of accounts.", field: member)
        }
        accounts.append(account)
    }
    return accounts
}
