// The calls about what the person who is signed in wants to hear of.

public import BaliseAPI

extension BaliseClient {
    /// What the person who is signed in wants to hear of, and when not.
    public var preferences: PreferencesAPI { PreferencesAPI(caller: caller, pause: configuration.pause) }
}

/// Reads and changes what the person who is signed in wants to hear of. Every call may throw any `BaliseError`.
///
/// A screen with switches uses an ``editor()``, which saves once for many changes.
public struct PreferencesAPI: Sendable {
    let caller: APICaller
    let pause: any BaliseSleeper

    /// What the person wants to hear of; everything from 10 km around before they have said.
    public func current() async throws(BaliseError) -> BalisePreferences {
        try await caller.call(AppCalls.getPreferences)
    }

    /// Changes what the person wants to hear of, all five members at once. A radius outside 5 to 50 km and a category
    /// that there is not are the refusal `invalidRequest`; nothing has changed then.
    ///
    /// - Returns: What counts from now on.
    @discardableResult
    public func set(_ preferences: BalisePreferences) async throws(BaliseError) -> BalisePreferences {
        try await caller.call(AppCalls.setPreferences, body: preferences)
    }

    /// Reads the preferences for a screen on which the person changes them.
    public func editor() async throws(BaliseError) -> PreferencesEditor {
        PreferencesEditor(try await current(), api: self, pause: pause)
    }

    /// The kinds of notifications that there are, and of which the person hears.
    public func kinds() async throws(BaliseError) -> [NotificationKindSwitch] {
        try await caller.call(AppCalls.getKinds).kinds
    }

    /// Switches kinds of notifications on or off; those that are not named stay as they are. One that there is not, or that
    /// nobody can switch off, is the refusal `invalidRequest`.
    ///
    /// - Returns: All kinds, as they are from now on.
    @discardableResult
    public func set(_ kinds: [NotificationKindChoice]) async throws(BaliseError) -> [NotificationKindSwitch] {
        try await caller.call(AppCalls.setKinds, body: SetKindsRequest(kinds: kinds)).kinds
    }

    /// When the person is left in peace; all members are nil where there are no quiet hours.
    public func quietHours() async throws(BaliseError) -> BaliseQuietHours {
        try await caller.call(AppCalls.getQuietHours)
    }

    /// Sets when the person is left in peace. What comes then is brought afterwards.
    @discardableResult
    public func setQuietHours(_ hours: SetQuietHoursRequest) async throws(BaliseError) -> BaliseQuietHours {
        try await caller.call(AppCalls.setQuietHours, body: hours)
    }

    /// Ends the quiet hours.
    public func removeQuietHours() async throws(BaliseError) {
        try await caller.send(AppCalls.removeQuietHours)
    }
}
