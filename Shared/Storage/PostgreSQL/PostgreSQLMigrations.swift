import Foundation
import Models

/// Runs migrations. Of several processes that open the schema, one runs them, and the others wait.
package struct PostgreSQLMigrations {
    let connection: PostgreSQLConnection
    let migrations: [Migration]
    let mark: DatabaseMark?

    private static let lock = "migrations"

    package init(connection: PostgreSQLConnection, migrations: [Migration], mark: DatabaseMark? = nil) {
        (self.connection, self.migrations, self.mark) = (connection, migrations, mark)
    }

    /// Creates a missing schema if the role may do that. If it may not, the server's checks fail later, with advice.
    package static func makeSchema(_ connection: PostgreSQLConnection) throws(StorageError) {
        guard let schema = connection.options.schema else { return }
        let statement = try connection.begin("SELECT 1 WHERE current_schema() IS NULL")
        let isMissing = try statement.step()
        statement.end()
        guard isMissing else { return }
        do throws(StorageError) {
            try connection.runScript("CREATE SCHEMA IF NOT EXISTS \(schema.quotedIdentifier)")
        } catch {
            // The role may not create the schema, or another process has created it.
            guard case .postgreSQL(let state, _) = error, ["42501", "42P06", "23505"].contains(state) else {
                if case .constraint = error { return }
                throw error
            }
        }
    }

    /// Runs the missing steps, each in its own transaction. Returns the steps of a newer program that this program does
    /// not know. Steps only add to the schema, so both programs can work.
    func run() throws(StorageError) -> [String] {
        while true {
            if let later = try inTransaction({ try runNext(in: $0) }) { return later }
        }
    }

    /// Creates the engine's tables, and starts a new life of the feeds if the server has changed since.
    func prepare() throws(StorageError) { try inTransaction { try prepare(in: $0) } }

    /// Creates everything in an empty schema, inside the open transaction.
    package func makeAll() throws {
        try connection.lock(Self.lock)
        let database = Connection(connection)
        do {
            while try runNext(in: database) == nil {}
        } catch let failure as MigrationFailure {
            throw failure.storageError
        }
        try prepare(in: database)
    }

    private func prepare(in connection: Connection) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS write_check (
                one INTEGER PRIMARY KEY CHECK (one = 1), checks INTEGER NOT NULL
            ) STRICT
            """)
        try ServerIdentity.createTable(in: connection)
        // `record` writes a file whose folder several processes may share, so it runs under the lock.
        try mark?.record()
        try AccountsDoubt.createTable(in: connection)
        try FeedLives.createTable(in: connection)
        try ServerIdentity.beginLivesIfReplaced(in: connection)
    }

    private func runNext(in connection: Connection) throws -> [String]? {
        try migrations.runNext(in: connection, path: place, whenNew: mark?.loss(of: place))
    }

    private var place: String {
        DatabaseLocation.postgreSQL(connection.address, schema: connection.options.schema ?? "").description
    }

    /// Runs `body` in a transaction with a lock. The lock is taken before the first read, so that the transaction sees
    /// the work of other processes.
    private func inTransaction<Value>(_ body: (Connection) throws -> Value) throws(StorageError) -> Value {
        do {
            return try connection.transaction(.readCommitted) { connection in
                try connection.lock(Self.lock)
                return try body(Connection(connection))
            }
        } catch let failure as MigrationFailure {
            throw failure.storageError
        } catch let error as StorageError {
            throw error
        } catch {
            throw .migrationFailed(name: "of the database", reason: String(describing: error))
        }
    }
}

/// Notices a replaced server. On SQLite each opening starts a new life of the feeds, because the file may be an older
/// copy. On PostgreSQL another server, timeline or table shows a replacement: after a failover, a restore or a restored
/// dump, the latest writes may be missing.
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

    /// Starts new lives if the server was replaced. The caller's transaction must exclude other writers of feeds.
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
