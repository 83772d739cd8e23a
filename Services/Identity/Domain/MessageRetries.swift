import Models

enum MessageRetries {
    static let lifetimeSeconds: Int64 = 24 * 3600
    static let tryLimit = Duration.seconds(240)
    /// How long a process owns a message: longer than a try, so that no other process sends it too.
    static let claimSeconds: Int64 = 300
    private static let firstPauseSeconds: Int64 = 5
    private static let maximumPauseSeconds: Int64 = 3600

    /// `tries` is at least 1; `beginning` is when the message was queued.
    static func next(after tries: Int, since beginning: UnixTime, at now: UnixTime) -> UnixTime? {
        var (pause, counted) = (firstPauseSeconds, 1)
        while counted < tries, pause < maximumPauseSeconds { (pause, counted) = (pause * 3, counted + 1) }
        let next = now.adding(seconds: min(pause, maximumPauseSeconds))
        return next < beginning.adding(seconds: lifetimeSeconds) ? next : nil
    }
}
