/// A connection's role in moves of its schema.
package enum PostgreSQLOccupation: Sendable {
    /// Refused during a move, and after a move elsewhere.
    case shared
    /// Refused while another connection uses or moves it.
    case exclusive
    case none

    /// The SQLSTATE of a refusal, in a class that the standard leaves to implementations.
    static let movedState = "BM001"

    /// Takes the connection's lock, or fails. The lock belongs to the session, so a new session asks again.
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
