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
