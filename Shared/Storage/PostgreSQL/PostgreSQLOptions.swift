/// The limits and times of connections. The defaults suit a service; tests use shorter times.
package struct PostgreSQLOptions: Sendable {
    /// The schema of the service's tables; nil for the role's default.
    package var schema: String?
    /// The name that the server shows in its lists of connections.
    package var applicationName = "balise"
    /// The limit for connecting to each host of the address, in whole seconds, at least two.
    var connectTimeout: Duration = .seconds(5)
    /// The time without an answer after which a connection counts as lost. It is longer than any timeout of the server.
    var responseTimeout: Duration = .seconds(40)
    var statementTimeout: Duration = .seconds(30)
    var lockTimeout: Duration = .seconds(5)
    /// The server's limit for an idle transaction, whose locks hold up other transactions.
    var idleTransactionTimeout: Duration = .seconds(30)
    /// The pause after a failed attempt to connect. Until it is over, every use fails with the same error.
    var reconnectPause: Duration = .milliseconds(250)
    /// The number of connections that the process may open. The start checks that the server has room for them.
    package var maximumConnections = 12
    /// Whether to refuse a server that does not wait for its disk.
    var requiresDurability = true
    var isReadOnly = false
    /// The connections' role in moves of the schema.
    package var occupation = PostgreSQLOccupation.shared
    var maximumAttempts = 5
    /// The largest number of attempts for a transaction with a single write.
    var maximumAttemptsAlone = 25

    package init() {}

    /// The options for long work: a migration, or a move of whole tables.
    package var withoutHaste: PostgreSQLOptions {
        var options = self
        options.statementTimeout = .zero
        options.idleTransactionTimeout = .zero
        options.responseTimeout = .seconds(3600)
        return options
    }

    /// Returns the number of an advisory lock. It is the same in every process.
    func lockNumber(of name: String) -> Int64 { Int64(bitPattern: "balise \(schema ?? "") \(name)".hash64) }
}

extension String {
    /// The FNV-1a hash (64 bits) of the UTF-8.
    var hash64: UInt64 { utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 } }
}

extension Duration {
    /// The duration in milliseconds, rounded down, for settings of libpq and of the server.
    var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}

/// A connection's role in moves of its schema.
package enum PostgreSQLOccupation: Sendable {
    /// A connection of a service. It is refused during a move, and after a move to another place.
    case shared
    /// A connection that moves the schema. It is refused while another connection uses or moves the schema.
    case exclusive
    case none

    /// The SQLSTATE of a refusal, in a class that the standard leaves to implementations.
    static let movedState = "BM001"

    /// Returns a script that takes the connection's lock, or fails; nil for `none`. The lock belongs to the session, so
    /// each new session must take the lock again.
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
