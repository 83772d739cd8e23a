public import BaliseAPI

extension BaliseClient {
    /// Calls about the signed-in user's notification preferences.
    public var preferences: PreferencesAPI { PreferencesAPI(caller: caller, pause: configuration.pause) }
}

/// Reads and changes the signed-in user's notification preferences. Every call may throw any `BaliseError`. For a
/// screen with switches, use an ``editor()``: it saves many changes in one call.
public struct PreferencesAPI: Sendable {
    let caller: APICaller
    let pause: any BaliseSleeper

    /// Returns the preferences. A user who has chosen nothing gets every category within 10 km.
    public func current() async throws(BaliseError) -> NotificationChoices {
        try await caller.call(AppCalls.getPreferences)
    }

    /// Replaces all five members. A radius outside 5 to 50 km and an unknown category fail with `invalidRequest`.
    @discardableResult
    public func set(_ preferences: NotificationChoices) async throws(BaliseError) -> NotificationChoices {
        try await caller.call(AppCalls.setPreferences, body: preferences)
    }

    /// Reads the preferences for a screen that changes them.
    public func editor() async throws(BaliseError) -> PreferencesEditor {
        PreferencesEditor(try await current(), api: self, pause: pause)
    }

    /// Returns the kinds of notifications, and whether the user wants each.
    public func kinds() async throws(BaliseError) -> [NotificationKindSwitch] {
        try await caller.call(AppCalls.getKinds).kinds
    }

    /// Switches kinds of notifications on or off; other kinds stay. An unknown kind, or a kind that cannot be switched
    /// off, fails with `invalidRequest`. Returns all kinds.
    @discardableResult
    public func set(_ kinds: [NotificationKindChoice]) async throws(BaliseError) -> [NotificationKindSwitch] {
        try await caller.call(AppCalls.setKinds, body: SetKindsRequest(kinds: kinds)).kinds
    }

    /// Returns the hours without notifications; all members are nil if the user has set no quiet hours.
    public func quietHours() async throws(BaliseError) -> BaliseQuietHours {
        try await caller.call(AppCalls.getQuietHours)
    }

    /// Sets the hours without notifications. Notifications from these hours arrive afterwards.
    @discardableResult
    public func setQuietHours(_ hours: SetQuietHoursRequest) async throws(BaliseError) -> BaliseQuietHours {
        try await caller.call(AppCalls.setQuietHours, body: hours)
    }

    /// Removes the quiet hours.
    public func removeQuietHours() async throws(BaliseError) { try await caller.send(AppCalls.removeQuietHours) }
}

extension BaliseClient {
    /// Calls about the signed-in user's topics.
    public var topics: TopicsAPI { TopicsAPI(caller: caller) }
}

/// Subscribes to topics and leaves them. Every call may throw any `BaliseError`.
public struct TopicsAPI: Sendable {
    let caller: APICaller

    /// Returns the topics that the user has subscribed to, and the topics that a publisher has added the user to.
    public func list() async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.listTopics).data.topics
    }

    /// Subscribes to a topic. A topic that is not open fails with `forbidden`, the 51st topic with `conflict`.
    /// - Returns: The user's topics after the change.
    @discardableResult
    public func subscribe(to topic: String) async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.subscribeTopic, at: topic).data.topics
    }

    /// Cancels the subscription to a topic. Does nothing if the user has not subscribed to it.
    /// - Returns: The user's topics after the change.
    @discardableResult
    public func leave(_ topic: String) async throws(BaliseError) -> [SubscribedTopic] {
        try await caller.call(AppCalls.unsubscribeTopic, at: topic).data.topics
    }
}
