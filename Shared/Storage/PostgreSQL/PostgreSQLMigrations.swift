// Bringing a service's schema on a PostgreSQL to the present.

import Foundation

/// Runs migrations in a schema that several processes may open at a time: one of them works, the others wait and find it
/// done.
struct PostgreSQLMigrations {
    let connection: PostgreSQLConnection
    let migrations: [Migration]
    /// Says, outside of the database, that there has been one.
    var mark: DatabaseMark?

    private static let lock = "migrations"

    /// Makes the schema when the role may and it is not there. Without it the server's checks fail, and say what to do.
    static func makeSchema(_ connection: PostgreSQLConnection) throws(StorageError) {
        guard let schema = connection.options.schema else { return }
        let statement = try connection.begin("SELECT 1 WHERE current_schema() IS NULL")
        let isMissing = try statement.step()
        statement.end()
        guard isMissing else { return }
        do throws(StorageError) {
            try connection.runScript("CREATE SCHEMA IF NOT EXISTS \(schema.quotedIdentifier)")
        } catch {
            // Not permitted, or made by another process meanwhile.
            guard case .postgreSQL(let state, _) = error, ["42501", "42P06", "23505"].contains(state) else {
                if case .constraint = error { return }
                throw error
            }
        }
    }

    /// Runs what the schema has not seen yet, each step in a transaction of its own. Gives the steps that it has seen
    /// and this program does not know: a newer one has run them. A step only adds, so both can work with it.
    ///
    /// - Throws: `earlierBuild`, `newerSchema`, `migrationFailed`, other `StorageError`s.
    func run() throws(StorageError) -> [String] {
        while true {
            if let later = try inTransaction({ try runNext(in: $0) }) { return later }
        }
    }

    /// Makes the tables that every database has, and begins the next life of its feeds when the server is another one
    /// than when it was last opened.
    func prepare() throws(StorageError) {
        try inTransaction { try prepare(in: $0) }
    }

    /// Makes everything in a schema without tables, inside the transaction that is open.
    ///
    /// - Throws: `StorageError`.
    func makeAll() throws {
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
        // Under the lock, since several processes may share the folder in which the mark stands.
        try mark?.record()
        try AccountsDoubt.createTable(in: connection)
        try FeedLives.createTable(in: connection)
        try ServerIdentity.beginLivesIfReplaced(in: connection)
    }

    private func runNext(in connection: Connection) throws -> [String]? {
        try migrations.runNext(in: connection, path: place, whenNew: mark?.loss(of: place))
    }

    /// The server, the database and the schema.
    private var place: String {
        DatabaseLocation.postgreSQL(connection.address, schema: connection.options.schema ?? "").description
    }

    /// One process at a time. The lock comes before the first look, so that what another one has done is seen.
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
