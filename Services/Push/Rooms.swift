import Models

// What the rooms of push know of each other: Publishing asks Audience to resolve an audience, and Audience gives the
// Queue something to deliver. Both ask the feeds of the other services how far they are applied.

/// How far the feeds of the other services are applied.
protocol AppliedFeeds: Sendable {
    /// Waits until all earlier changes are applied, and returns the feeds' positions. Throws `unavailable` if a feed
    /// does not answer.
    func catchUp() async throws(ServiceError) -> FeedMarks

    /// Whether these positions are applied, and no feed is being read again.
    func haveReached(_ marks: FeedMarks) -> Bool
}

/// Resolves the audiences of accepted notifications.
protocol ResolvesAudiences: Sendable {
    /// Resolves the audience of a notification soon, with at least these feed positions.
    func resolve(_ notification: NotificationID, from marks: FeedMarks)

    /// Checks soon which scheduled notifications begin.
    func signal()
}

/// Takes up what was queued.
protocol DeliversQueue: Sendable {
    /// Checks the queue soon.
    func signal()

    /// Checks the queue soon, after a portion of a notification was queued, and with false after the last one.
    func signal(isMoreToCome: Bool)
}
