import Storage

/// The latest number of a table, from AUTOINCREMENT or an identity column.
struct MovedNumbers {
    let table: MovedTable

    /// That of AUTOINCREMENT; without it the largest in the table.
    func latest(_ connection: SQLiteConnection, column: String) throws -> Int64 {
        let database = Connection(connection)
        var latest = try highest(database, column)
        // SQLite creates this table with the first AUTOINCREMENT.
        if try database.exists("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'") {
            let given: Int64? = try database.value("SELECT max(seq) FROM sqlite_sequence WHERE name = \(table.name)")
            latest = max(latest, given ?? 0)
        }
        return latest
    }

    func latest(_ connection: PostgreSQLConnection, column: String) throws -> Int64 {
        let database = Connection(connection)
        let given: Int64? = try database.value("SELECT pg_sequence_last_value(\(sequence(column)))")
        return max(try highest(database, column), given ?? 0)
    }

    func set(_ latest: Int64, _ connection: PostgreSQLConnection, column: String) throws {
        // A column without a number yet starts at 1.
        guard latest > 0 else { return }
        _ = try Connection(connection).value("SELECT setval(\(sequence(column)), \(latest))", as: Int64.self)
    }

    func set(_ latest: Int64, _ connection: SQLiteConnection) throws {
        guard latest > 0 else { return }
        _ = try connection.run("DELETE FROM sqlite_sequence WHERE name = \(table.name)")
        _ = try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (\(table.name), \(latest))")
    }

    private func highest(_ database: Connection, _ column: String) throws -> Int64 {
        try database.value("SELECT max(\(SQL(name: column))) FROM \(table.sql)") ?? 0
    }

    private func sequence(_ column: String) -> SQL {
        """
        CAST(pg_get_serial_sequence(quote_ident(current_schema()) || '.' || quote_ident(\(table.name)), \(column)) \
        AS regclass)
        """
    }
}
