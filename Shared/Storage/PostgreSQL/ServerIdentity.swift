// Which PostgreSQL the data are on: another one may lack what was written last.

import Models

/// The row that says on which server, in which timeline and in which tables the feeds were written.
///
/// On SQLite each opening begins a life of the feeds, since the file may be an older copy of itself. Here other processes
/// have the database open. What replaces a database is another server, one with another timeline, or other tables: after
/// a failover, a restore to a point in time, or one of a dump, what was written last may be missing.
enum ServerIdentity {
    private static let system: SQL = "system_identifier::text || coalesce(' ' || to_regclass('feeds')::oid::text, '')"
    private static let timeline: SQL = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"

    static func createTable(in connection: Connection) throws(StorageError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS server_identity (
                one INTEGER PRIMARY KEY CHECK (one = 1), system TEXT NOT NULL, timeline TEXT NOT NULL
            ) STRICT
            """)
    }

    /// Begins the next life of the feeds when the data are on another server than when this was last asked. In a
    /// transaction that keeps others from writing to feeds.
    ///
    /// - Throws: `StorageError`.
    static func beginLivesIfReplaced(in connection: Connection) throws(StorageError) {
        let isKnown = try connection.exists(
            """
            SELECT 1 FROM server_identity, pg_control_system() \
            WHERE system = \(system) AND timeline = \(timeline)
            """)
        if isKnown { return }
        try FeedLives.begin(in: connection)
        try connection.run(
            """
            INSERT INTO server_identity (one, system, timeline) \
            SELECT 1, \(system), \(timeline) FROM pg_control_system() \
            WHERE true ON CONFLICT (one) DO UPDATE SET system = excluded.system, timeline = excluded.timeline
            """)
    }
}
