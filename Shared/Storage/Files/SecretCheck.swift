/// Identifies a database's secret, so that no process uses the database with another one.
public enum SecretCheck {
    public static let table: SQL = """
        CREATE TABLE secret_check (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            code BLOB NOT NULL
        ) STRICT;
        """

    /// Nil before the first process has recorded it.
    nonisolated(nonsending) public static func read(_ database: ServiceDatabase) async throws -> [UInt8]? {
        try await database.read { try $0.value("SELECT code FROM secret_check") }
    }

    /// If several processes start with different secrets, the first wins. Returns false if the database is used with another
    /// one.
    /// - Parameter code: Identifies the secret without revealing it.
    public static func record(_ code: [UInt8], replacing: Bool, in database: ServiceDatabase) async throws -> Bool {
        if try await read(database) == code { return true }
        return try await database.write { connection in
            let known: [UInt8]? = try connection.value("SELECT code FROM secret_check")
            if let known, known != code, !replacing { return false }
            try connection.run(
                """
                INSERT INTO secret_check (one, code) VALUES (1, \(code)) \
                ON CONFLICT (one) DO UPDATE SET code = excluded.code
                """)
            return true
        }
    }
}
