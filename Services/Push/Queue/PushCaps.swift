import Models

/// Pushes of a kind to a user within a time.
struct PushCaps: Sendable {
    var kinds = NotificationKinds()
    /// For kinds that users can switch off and that have no cap of their own.
    var general: Int?
    /// In seconds.
    var window: Int64 = 86_400

    func cap(of name: String) -> Int? {
        let kind = kinds[name]
        return kind?.cap ?? (kind?.isMandatory == true ? nil : general)
    }

    /// Older pushes do not count.
    func beginning(at now: UnixTime) -> UnixTime { now.adding(seconds: -window) }
}

/// In seconds.
struct Retention: Sendable {
    /// Deliveries, inbox entries, interactions and inquiries.
    var history: Int64 = 90 * 86_400
    /// From their end on. Longer than all rows that refer to them.
    var notifications: Int64 = 180 * 86_400
    var keys: Int64 = 7 * 86_400
    /// One of their requests may be under way.
    var endedSessions: Int64 = 86_400
    var tests: Int64 = 86_400
    /// Not registered again. Apps register at each start.
    var silentTokens: Int64 = 270 * 86_400

    /// Another entry removes the oldest.
    static let inbox = 500
}
