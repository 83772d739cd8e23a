import Models

// The rooms of push work together through these protocols. Publishing asks Audience to resolve an audience, and Audience gives
// the Queue something to deliver. Both ask the feeds how far they are applied.

protocol AppliedFeeds: Sendable {
    /// Waits until all earlier changes are applied, and returns the positions. Throws `unavailable` if a feed does not
    /// answer.
    func catchUp() async throws(ServiceError) -> FeedMarks

    /// False while a feed is being read again.
    func haveReached(_ marks: FeedMarks) -> Bool
}

protocol ResolvesAudiences: Sendable {
    /// Soon, with at least these feed positions.
    func resolve(_ notification: NotificationID, from marks: FeedMarks)

    /// Checks soon which scheduled notifications begin.
    func signal()
}

protocol DeliversQueue: Sendable {
    /// Checks the queue soon.
    func signal()

    /// After a portion of a notification was queued, and with false after the last one.
    func signal(isMoreToCome: Bool)
}
