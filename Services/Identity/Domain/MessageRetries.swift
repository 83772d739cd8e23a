// When a message that could not be sent is tried again, and when it is given up.

import Models

/// When a message that could not be sent is tried again.
enum MessageRetries {
    /// How long after its beginning a message is given up.
    static let lifetimeSeconds: Int64 = 24 * 3600
    /// How long one try may take with all of its steps.
    static let tryLimit = Duration.seconds(240)
    /// How long a process has a message for itself: longer than a try may take, so that no other one sends it too.
    static let claimSeconds: Int64 = 300
    private static let firstPauseSeconds: Int64 = 5
    private static let maximumPauseSeconds: Int64 = 3600

    /// The moment of the next try; nil when there is none.
    ///
    /// - Parameters:
    ///   - tries: how many there were; at least 1.
    ///   - beginning: when the message was queued.
    static func next(after tries: Int, since beginning: UnixTime, at now: UnixTime) -> UnixTime? {
        var (pause, counted) = (firstPauseSeconds, 1)
        while counted < tries, pause < maximumPauseSeconds { (pause, counted) = (pause * 3, counted + 1) }
        let next = now.adding(seconds: min(pause, maximumPauseSeconds))
        return next < beginning.adding(seconds: lifetimeSeconds) ? next : nil
    }
}
