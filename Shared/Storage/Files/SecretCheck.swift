// What a database remembers of the secret that stands beside it in a file.

/// The row by which a database tells its secret from others, so that no process works on it with another one.
public enum SecretCheck {
    /// The statement that makes the table.
    public static let table: SQL = """
        CREATE TABLE secret_check (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            code BLOB NOT NULL
        ) STRICT;
        """

    /// What the database remembers; nil before a process has noted it.
    ///
    /// - Throws: `StorageError`.
    nonisolated(nonsending) public static func read(_ database: ServiceDatabase) async throws -> [UInt8]? {
        try await database.read { try $0.value("SELECT code FROM secret_check") }
    }

    /// Notes that the database is used with a secret. Of several processes that begin with different ones the first
    /// decides.
    ///
    /// - Parameters:
    ///   - code: Tells the secret from others, and says nothing about it.
    ///   - replacing: Whether it may take the place of another one.
    /// - Returns: False when the database is used with another one.
    /// - Throws: `StorageError`.
    public static func record(
        _ code: [UInt8], replacing: Bool, in database: ServiceDatabase
    ) async throws -> Bool {
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
