// What says in a schema that its data are on their way, or were moved elsewhere: connections of services are refused.

/// The only row of `storage_move`. A schema without it is in use as any other.
struct MoveRecord: Hashable {
    enum State: String, ColumnValue {
        /// They have arrived; the file that they came from has not been put aside yet.
        case arriving
        /// They are being copied to a file, or have just been.
        case leaving
        /// They were moved to a file.
        case left
    }

    /// That of the mark in the data folder.
    var id: String
    var state: State
    /// The path of the file.
    var file: String

    /// The row; nil without one.
    static func read(_ connection: PostgreSQLConnection) throws -> MoveRecord? {
        guard try EngineConnection.postgreSQL(connection).hasTable("storage_move") else { return nil }
        return try Connection(connection).first("SELECT id, state, file FROM storage_move") {
            row throws(StorageError) in
            let state: State? = try row["state"]
            guard let state else { throw .unreadable(column: "state", source: "storage_move") }
            return MoveRecord(id: try row["id"], state: state, file: try row["file"])
        }
    }

    /// Puts the row in the place of another one; inside a transaction.
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

/// What a connection has to do with a move of its schema.
enum PostgreSQLOccupation: Sendable {
    /// Uses the data, as services do: is refused while they are moved, and once they have been moved elsewhere.
    case shared
    /// Moves the data: is refused while another connection uses or moves them.
    case exclusive
    /// Asks for nothing of the data.
    case none

    /// The SQLSTATE of a refusal, in a class that the standard leaves to implementations.
    static let movedState = "BM001"

    /// A script that takes the connection's lock, or throws.
    ///
    /// The lock belongs to the session, so one that is lost and opened anew asks again.
    ///
    /// - Parameter lock: its number.
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
