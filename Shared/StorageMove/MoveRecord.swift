import Storage

/// A schema without it is in normal use.
struct MoveRecord: Hashable {
    enum State: String, ColumnValue {
        /// They have arrived; the original file is not set aside yet.
        case arriving
        /// They are being copied to a file, or were copied just now.
        case leaving
        case left
    }

    /// The id in the data folder's mark.
    var id: String
    var state: State
    var file: String

    static func read(_ connection: PostgreSQLConnection) throws -> MoveRecord? {
        guard try EngineConnection.postgreSQL(connection).hasTable("storage_move") else { return nil }
        return try Connection(connection).first("SELECT id, state, file FROM storage_move") {
            row throws(StorageError) in
            let state: State? = try row["state"]
            guard let state else { throw .unreadable(column: "state", source: "storage_move") }
            return MoveRecord(id: try row["id"], state: state, file: try row["file"])
        }
    }

    /// Replaces the row; inside a transaction.
    func write(_ connection: PostgreSQLConnection) throws {
        let database = Connection(connection)
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS storage_move (
                one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, state TEXT NOT NULL, file TEXT NOT NULL
            ) STRICT
            """)
        try database.run(
            """
            INSERT INTO storage_move (one, id, state, file) VALUES (1, \(id), \(state), \(file)) \
            ON CONFLICT (one) DO UPDATE SET id = excluded.id, state = excluded.state, file = excluded.file
            """)
    }

    static func remove(_ connection: PostgreSQLConnection) throws {
        try connection.transaction(.readCommitted) { connection in
            if try EngineConnection.postgreSQL(connection).hasTable("storage_move") {
                _ = try connection.run("DELETE FROM storage_move")
            }
        }
    }
}
