/// The retention of each kind of row, in seconds.
struct Retention: Sendable {
    var told: Int64 = 90 * 86_400
    /// Publishers' notifications with their counts, from their end on. It is longer than that of all rows that refer to
    /// them.
    var notifications: Int64 = 180 * 86_400
    var keys: Int64 = 7 * 86_400
    /// Ended sessions are kept because one of their requests may be under way.
    var endedSessions: Int64 = 86_400
    var tests: Int64 = 86_400
    /// Tokens that were not registered again. Apps register at each start.
    var silentTokens: Int64 = 270 * 86_400

    /// The maximum number of inbox entries; another one removes the oldest.
    static let inbox = 500
}
