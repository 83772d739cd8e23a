/// The tables of a database after its first migrations.
///
/// New databases start with it and run only the later migrations: PostgreSQL because the older history is for SQLite,
/// and files to be ready sooner. `Tests/Schemas` checks that it equals a file that has run every migration. The script
/// works in both engines: it compares Booleans with numbers (`flag <> 0`), and has no trigger.
public struct BaseSchema: Sendable {
    /// The names of the first migrations, in order, which it replaces.
    public let includes: [String]
    let feeds: [FeedTable]
    private let script: SQL

    /// - Parameters:
    ///   - includes: Written out, so that a later migration does not count as included.
    ///   - feeds: The feeds whose tables are not in the script.
    ///   - script: Statements without values that create tables and indexes, and their initial rows. Each ends with a
    ///     semicolon.
    public init(includes: [String], feeds: [FeedTable] = [], script: SQL) {
        (self.includes, self.feeds, self.script) = (includes, feeds, script)
    }

    var statements: SQL { feeds.reduce(script) { "\($0)\n\($1.tables)" } }

    /// Creates everything in an empty database, in the open transaction, and starts the feeds.
    public func create(in connection: Connection) throws(StorageError) {
        try connection.execute(statements)
        for feed in feeds { try feed.begin(in: connection) }
    }
}
