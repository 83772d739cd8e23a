import Models

/// A connection that runs batches of writes, each as one transaction. Only its writer's thread uses it.
protocol BatchConnection: Sendable {
    /// Runs a batch and makes it durable; afterwards each write has its result. Returns the feeds that it has changed,
    /// or may have changed.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName])

    /// Whether this process has a log that `emptyLog` empties.
    var hasLog: Bool { get }

    /// Returns false if it must be tried again.
    func emptyLog() -> Bool

    /// The writer has ended.
    func end()
}

enum BatchOutcome {
    /// Committed, in one transaction or in several; `failed` writes had an error of their own and left no trace.
    case committed(transactions: Int, failed: Int, ranAgain: Bool)
    /// Nothing was stored, or the outcome is unknown; every write got the error.
    case lost(any Error)
}
