import Models

/// On SQLite each opening starts a new life of the feeds, because the file may be an older copy. On PostgreSQL another server,
/// timeline or table shows a replacement: after a failover, a restore or a restored dump, the latest writes may be missing.
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

    /// Call it in a transaction that excludes other writers of feeds.
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
