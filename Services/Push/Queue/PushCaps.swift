import Models

/// The most pushes of each kind that a user gets within a time.
struct PushCaps: Sendable {
    var kinds = NotificationKinds()
    /// The limit for kinds that users can switch off and that have no cap of their own; nil for no limit.
    var general: Int?
    /// The time within which pushes count, in seconds.
    var window: Int64 = 86_400

    func cap(of name: String) -> Int? {
        let kind = kinds[name]
        return kind?.cap ?? (kind?.isMandatory == true ? nil : general)
    }

    /// Returns the time before which pushes do not count.
    func beginning(at now: UnixTime) -> UnixTime { now.adding(seconds: -window) }
}

/// How long rows are kept, in seconds.
struct Retention: Sendable {
    /// The time for deliveries, inbox entries, interactions and inquiries.
    var history: Int64 = 90 * 86_400
    /// The time for notifications, from their end on. It exceeds the times for all rows that refer to them.
    var notifications: Int64 = 180 * 86_400
    var keys: Int64 = 7 * 86_400
    /// The time for ended sessions. A request of such a session may still be under way, and must not register a token.
    var endedSessions: Int64 = 86_400
    var tests: Int64 = 86_400
    /// The time for tokens that are not registered again. Apps register at each start.
    var silentTokens: Int64 = 270 * 86_400

    /// The most inbox entries of a user. A further entry removes the oldest entry.
    static let inbox = 500
}
