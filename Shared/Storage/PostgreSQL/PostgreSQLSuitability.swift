import CPostgreSQL
import Foundation

/// Checks whether a server is suitable. Each failure contains advice for the operator.
package struct PostgreSQLSuitability {
    let connection: PostgreSQLConnection

    package init(connection: PostgreSQLConnection) { self.connection = connection }

    /// Checks the server. Throws `StorageError.unsuitableServer`; without an answer another `StorageError`.
    package func check() throws(StorageError) {
        try checkServer()
        try checkPooler()
        try checkSchema()
        try checkRoom()
    }

    private static let oldestVersion: Int32 = 140_000

    private func checkServer() throws(StorageError) {
        let version = try connection.opened().serverVersion
        if version < Self.oldestVersion {
            throw unsuitable("it is PostgreSQL \(version / 10_000); 14 or later is needed")
        }
        // Other encodings than UTF-8 cannot store all texts unchanged.
        if let encoding = try text("SHOW server_encoding"), encoding != "UTF8" {
            throw unsuitable("the database has the encoding \(encoding); make it with ENCODING 'UTF8'")
        }
        if try number("SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END") == 1 {
            throw unsuitable("it is a standby; name the primary, or all hosts, in the address")
        }
        guard connection.options.requiresDurability else { return }
        for setting in ["fsync", "full_page_writes"] {
            if try text("SELECT current_setting(\(setting))") == "off" {
                throw unsuitable("\(setting) is off there, so that what is acknowledged could be lost; turn it on")
            }
        }
    }

    /// Detects a pooler that changes the connection for each transaction, which loses the session's statements,
    /// settings and locks. With such a pooler, one process of the server serves two connections.
    private func checkPooler() throws(StorageError) {
        let process = try number("SELECT pg_backend_pid()")
        // A pooler invents the number that it reports as a connection's process, so equal numbers show no pooler.
        guard process != Int64(try connection.opened().backendProcess) else { return }
        var options = connection.options
        options.occupation = .none
        let other = PostgreSQLConnection(connection.address, options: options)
        defer { other.close() }
        do throws(StorageError) {
            let before = try number("SELECT pg_backend_pid()")
            try other.beginTransaction(.readCommitted)
            let others = try PostgreSQLSuitability(connection: other).number("SELECT pg_backend_pid()")
            let after = try number("SELECT pg_backend_pid()")
            other.rollBack()
            if before == after, others != before { return }
        } catch {
            // These failures mean that the statement was prepared on another connection.
            switch error {
            case .postgreSQL, .serializationFailure: break
            default: throw error
            }
        }
        throw unsuitable(
            "a pooler stands before it that shares connections between transactions; use pool_mode = session")
    }

    /// Checks the collation. Balise's tables compare bytes; another collation would find other rows, in another order.
    private func checkSchema() throws(StorageError) {
        guard try text("SELECT current_schema()") != nil else {
            throw try missing(schema: connection.options.schema ?? "public")
        }
        let column = try text(
            """
            SELECT table_name || '.' || column_name FROM information_schema.columns \
            WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C' \
            ORDER BY 1 LIMIT 1
            """)
        if let column {
            throw unsuitable("the column \(column) is not COLLATE \"C\"; restore the schema as it was made")
        }
    }

    /// Returns the error for a missing schema. To a role, the schema of another owner looks like a missing schema.
    private func missing(schema: String) throws(StorageError) -> StorageError {
        let role = try text("SELECT current_user::text") ?? ""
        let owner = try text("SELECT pg_get_userbyid(nspowner)::text FROM pg_namespace WHERE nspname = \(schema)")
        guard let owner else {
            return unsuitable(
                """
                there is no schema \(schema), and the role \(role) may make none; make it as an administrator: CREATE SCHEMA \
                \(schema.quotedIdentifier) AUTHORIZATION \(role.quotedIdentifier)
                """)
        }
        return unsuitable(
            """
            the schema \(schema) belongs to the role \(owner), and the role \(role) has no right to it; give this service an \
            address with the role \(owner)
            """)
    }

    private func checkRoom() throws(StorageError) {
        let room = try number(
            """
            SELECT least(
                current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
                    - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
                (SELECT rolconnlimit - (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user)
                    FROM pg_roles WHERE rolname = current_user AND rolconnlimit >= 0),
                (SELECT datconnlimit - (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())
                    FROM pg_database WHERE datname = current_database() AND datconnlimit >= 0))
            """)
        // One is subtracted because this connection is already open.
        let needed = connection.options.maximumConnections - 1
        if let room, room < needed {
            throw unsuitable(
                "it has room for \(max(0, room)) more connections, and this program opens \(needed) more; "
                    + "raise max_connections, or the limit of the role or database")
        }
    }

    private func unsuitable(_ reason: String) -> StorageError {
        .unsuitableServer(server: connection.path, reason: reason)
    }

    private func text(_ sql: SQL) throws(StorageError) -> String? {
        let statement = try connection.begin(sql)
        defer { statement.end() }
        return try statement.step() ? statement.text(0) : nil
    }

    private func number(_ sql: SQL) throws(StorageError) -> Int64? {
        let statement = try connection.begin(sql)
        defer { statement.end() }
        return try statement.step() ? statement.integer(0) : nil
    }
}
