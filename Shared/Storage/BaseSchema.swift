// A database's whole schema in one script, for new databases that do not run its history.

/// The tables of a database as its first migrations leave them.
///
/// New databases begin with it and run the migrations after those that it includes: a PostgreSQL since the history knows
/// SQLite alone, and a file to be there sooner. `Tests/Schemas` holds a file that has run every migration to the same
/// result. The script is worded for both engines: it compares what is no truth value (`flag <> 0`), and has no trigger.
public struct BaseSchema: Sendable {
    /// The names of the migrations that it stands for: the first ones of the list, in their order.
    public let includes: [String]
    /// The feeds that the database has.
    let feeds: [FeedTable]
    private let script: SQL

    /// - Parameters:
    ///   - includes: Written out, so that a migration which is added later does not count as included.
    ///   - feeds: The feeds whose tables are not in the script.
    ///   - script: Statements without values that make tables and indexes, and the rows that are there from the
    ///     beginning. Each ends with a semicolon.
    public init(includes: [String], feeds: [FeedTable] = [], script: SQL) {
        (self.includes, self.feeds, self.script) = (includes, feeds, script)
    }

    /// The script, with the tables of the feeds.
    var statements: SQL { feeds.reduce(script) { "\($0)\n\($1.tables)" } }

    /// Makes everything in an empty database, in the transaction that is open, and begins the feeds.
    ///
    /// - Throws: `StorageError`.
    public func create(in connection: Connection) throws(StorageError) {
        try connection.execute(statements)
        for feed in feeds { try feed.begin(in: connection) }
    }
}
