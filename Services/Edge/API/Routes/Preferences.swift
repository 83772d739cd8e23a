import BaliseAPI
import Models

func getPreferences(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(GetPreferences(account: caller.account)).answered()
}

func setPreferences(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = SetPreferences(account: caller.account, choices: try call.body(as: NotificationChoices.self))
    return try await call.send(message).answered()
}

extension NotificationPreferences {
    /// The choices as an answer. An answer of the preferences service always contains choices; a feed entry may not.
    func answered() throws(EdgeError) -> Answer {
        guard let choices else { throw EdgeError(.internalFailure, "") }
        return .body(choices)
    }
}

func getQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BaliseQuietHours(try await call.send(GetPreferences(account: caller.account)).quietHours))
}

func setQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let hours = try QuietHours(try call.body(as: SetQuietHoursRequest.self), client: call.request.context.client)
    return try await storeQuietHours(hours, call, caller)
}

func removeQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await storeQuietHours(nil, call, caller)
}

private func storeQuietHours(
    _ hours: QuietHours?, _ call: APICall, _ caller: Caller
) async throws(EdgeError) -> Answer {
    let stored = try await call.send(SetQuietHours(account: caller.account, quietHours: hours))
    return .body(BaliseQuietHours(stored.quietHours))
}

func getKinds(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(try await call.send(GetKinds(account: caller.account)))
}

func setKinds(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let choices = try call.body(as: SetKindsRequest.self).kinds
    return .body(try await call.send(SetKinds(account: caller.account, choices: choices)))
}

extension BaliseQuietHours {
    init(_ hours: QuietHours?) {
        self.init(
            start: hours.flatMap { BaliseTimeOfDay(minutes: $0.start) },
            end: hours.flatMap { BaliseTimeOfDay(minutes: $0.end) },
            timeZone: hours?.timeZone, allowsInterruptions: hours.map { $0.allowsInterruptions ?? false })
    }
}

extension QuietHours {
    /// Reads a body. Without a time zone in the body, the time zone of the client headers applies.
    init(_ body: SetQuietHoursRequest, client: ClientInfo?) throws(EdgeError) {
        guard let timeZone = body.timeZone ?? client?.timezone else {
            throw EdgeError(SetQuietHoursRequest.missingTimeZone)
        }
        self.init(
            start: body.start.minutes, end: body.end.minutes, timeZone: timeZone,
            allowsInterruptions: body.allowsInterruptions == true ? true : nil)
    }
}

func listTopics(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(TopicList(try await call.send(GetPreferences(account: caller.account))))
}

let subscribeTopic = setSubscription(true)
let unsubscribeTopic = setSubscription(false)

private func setSubscription(_ isSubscribed: Bool) -> AppHandler.ForAccount {
    { call, caller throws(EdgeError) in
        let message = SubscribeTopic(account: caller.account, topic: try call.parameter(), isSubscribed: isSubscribed)
        return .enveloped(TopicList(try await call.send(message)))
    }
}

extension TopicList {
    fileprivate init(_ preferences: NotificationPreferences) {
        let own = Set(preferences.topics ?? [])
        self.init(
            topics: preferences.allTopics.sorted().map { SubscribedTopic(name: $0, subscribed: own.contains($0)) })
    }
}

/// Changes the members of a topic. The answer does not reveal which of the accounts exist.
func changeTopicMembers(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTopicMembersRequest.self)
    _ = try await call.send(
        ChangeTopicMembers(
            topic: try call.parameter(), added: try accounts(body.add ?? [], "add"),
            removed: try accounts(body.remove ?? [], "remove"), limits: publisher.limits))
    return .done("The members of the topic are changed.")
}

/// Changes tags. The answer does not reveal which of the accounts exist.
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
