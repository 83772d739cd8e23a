// For how long push keeps its rows.

/// For how long push keeps each kind of row, in seconds.
struct Retention: Sendable {
    /// What people were told, and what became of each delivery.
    var told: Int64 = 90 * 86_400
    /// Announcements of publishers with their counts, from their end on: longer than all that hangs on them.
    var announcements: Int64 = 180 * 86_400
    /// Idempotency keys.
    var keys: Int64 = 7 * 86_400
    /// Sessions that have ended, against a request of theirs that is on its way.
    var endedSessions: Int64 = 86_400
    /// Test pushes.
    var tests: Int64 = 86_400
    /// Tokens that were not registered again: apps do that at each start.
    var silentTokens: Int64 = 270 * 86_400

    /// The most entries of an inbox; a further one removes the oldest.
    static let inbox = 500
}
