/// The single row of `storage_move`. A schema without it is in normal use.
struct MoveRecord: Hashable {
    enum State: String, ColumnValue {
        /// They have arrived; the original file is not set aside yet.
        case arriving
        /// They are being copied to a file, or were copied just now.
        case leaving
        /// They were moved to a file.
        case left
    }

    /// The id in the data folder's mark.
    var id: String
    var state: State
    /// The path of the file.
    var file: String

    /// Nil without a row.
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

/// A connection's role in moves of its schema.
enum PostgreSQLOccupation: Sendable {
    /// Uses the data, as services do. Refused during a move, and after a move elsewhere.
    case shared
    /// Moves the data. Refused while another connection uses or moves it.
    case exclusive
    /// Does not use the data.
    case none

    /// The SQLSTATE of a refusal, in a class that the standard leaves to implementations.
    static let movedState = "BM001"

    /// A script that takes the connection's lock, or fails.
    ///
    /// The lock belongs to the session, so a new session asks again.
    ///
    /// - Parameter lock: The number of the lock.
    func script(lock: Int64) -> String? {
        switch self {
        case .none: nil
        case .exclusive:
            """
            DO $occupation$ DECLARE is_taken boolean; BEGIN
                -- A connection that was just closed keeps its lock until the server has noticed.
                FOR attempt IN 1..30 LOOP
                    is_taken := pg_try_advisory_lock(\(lock));
                    EXIT WHEN is_taken;
                    PERFORM pg_sleep(0.1);
                END LOOP;
                IF NOT is_taken THEN
                    RAISE EXCEPTION 'a service has the schema open, or a move of it is under way; stop that first'
                        USING ERRCODE = '57P03';
                END IF;
            END $occupation$
            """
        case .shared:
            """
            DO $occupation$ DECLARE present text; place text; is_taken boolean; BEGIN
                FOR attempt IN 1..30 LOOP
                    is_taken := pg_try_advisory_lock_shared(\(lock));
                    EXIT WHEN is_taken;
                    PERFORM pg_sleep(0.1);
                END LOOP;
                IF NOT is_taken THEN
                    RAISE EXCEPTION 'the command move-storage is at work on it' USING ERRCODE = '57P03';
                END IF;
                IF to_regclass('storage_move') IS NULL THEN RETURN; END IF;
                EXECUTE 'SELECT state, file FROM storage_move' INTO present, place;
                IF present = 'left' THEN
                    RAISE EXCEPTION 'what it held was moved to %; leave out the setting storage to use that. To use the \
            schema as it was before, without what was written since: DELETE FROM %.storage_move',
                        place, quote_ident(current_schema()) USING ERRCODE = '\(Self.movedState)';
                ELSIF present IS NOT NULL THEN
                    RAISE EXCEPTION 'a move between it and % was interrupted; give the command move-storage again',
                        place USING ERRCODE = '\(Self.movedState)';
                END IF;
            END $occupation$
            """
        }
    }
}
