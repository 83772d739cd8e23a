// What a writer's thread needs of the connection to which it writes.

import Models

/// A connection that runs batches of writes, each as one transaction. Used by one writer's thread alone.
protocol BatchConnection: Sendable {
    /// Runs a batch and makes it durable; afterwards each write knows its result. Gives the feeds that it has changed,
    /// or may have changed.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName])

    /// Whether what is written stands in a log of this process that `emptyLog` empties.
    var hasLog: Bool { get }

    /// Moves what stands in the log to its place; false when it has to be tried again.
    func emptyLog() -> Bool

    /// The writer has ended.
    func end()
}

/// How a batch went.
enum BatchOutcome {
    /// Committed, in one transaction or in several; `failed` of the writes had an error of their own and left no trace.
    case committed(transactions: Int, failed: Int, ranAgain: Bool)
    /// Nothing of it is in the database, or nobody knows; every write got the error.
    case lost(any Error)
}
