import Storage

struct MovedTable: Hashable, Sendable {
    struct Column: Hashable, Sendable {
        var name: String
        var type: ColumnType
    }

    var name: String
    /// The columns, sorted by name, because the engines may order them differently.
    var columns: [Column]
    var key: [String] = []
    var references: Set<String> = []
    /// The column with automatic numbers; nil if the table has none.
    var numbered: String?

    /// The engines' own tables: completed migrations, writability, openings, server, and moves.
    private static let own: Set<String> = [
        "migrations", "write_check", "feed_lives", "server_identity", "storage_move",
    ]

    /// Returns the tables of a SQLite file, each after the tables that it references.
    static func all(_ connection: SQLiteConnection) throws -> [MovedTable] {
        let database = Connection(connection)
        let found = try database.all(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
        ) { row throws(StorageError) in
            (name: try row["name"] as String, sql: try row["sql"] as String)
        }
        var tables: [MovedTable] = []
        for (name, sql) in found where !own.contains(name) {
            var table = MovedTable(name: name, columns: [])
            var keys: [(place: Int, name: String)] = []
            let columns = try database.all(
                "SELECT name, upper(type) AS type, pk FROM pragma_table_info(\(name)) ORDER BY name"
            ) { row throws(StorageError) in
                (name: try row["name"] as String, type: try row["type"] as String, place: try row["pk"] as Int)
            }
            for column in columns {
                guard let type = ColumnType.inSQLite[column.type] else {
                    throw StorageError.cannotMove(
                        path: connection.path, reason: "its column \(name).\(column.name) has the type \(column.type)")
                }
                table.columns.append(Column(name: column.name, type: type))
                if column.place > 0 { keys.append((column.place, column.name)) }
            }
            table.key = keys.sorted { $0.place < $1.place }.map(\.name)
            table.references = Set(
                try database.values("SELECT \"table\" FROM pragma_foreign_key_list(\(name))", as: String.self))
            if sql.uppercased().contains("AUTOINCREMENT") { table.numbered = table.key.first }
            tables.append(table)
        }
        return inOrder(tables)
    }

    /// Returns the tables of a schema, without keys and references. `numbered` is the identity column.
    static func all(_ connection: PostgreSQLConnection) throws -> [MovedTable] {
        let found = try Connection(connection).all(
            """
            SELECT c.relname::text AS relation, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type, \
            CASE WHEN a.attidentity <> '' THEN 1 ELSE 0 END AS is_numbered \
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a \
            ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') \
            ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"
            """
        ) { row throws(StorageError) in
            (
                table: try row["relation"] as String, name: try row["name"] as String, type: try row["type"] as String,
                isNumbered: try row["is_numbered"] as Bool
            )
        }
        var tables: [MovedTable] = []
        for column in found where !own.contains(column.table) {
            guard let type = ColumnType.inPostgreSQL[column.type] else {
                throw StorageError.cannotMove(
                    path: connection.path,
                    reason: "its column \(column.table).\(column.name) has the type \(column.type)"
                )
            }
            if tables.last?.name != column.table { tables.append(MovedTable(name: column.table, columns: [])) }
            tables[tables.count - 1].columns.append(Column(name: column.name, type: type))
            if column.isNumbered { tables[tables.count - 1].numbered = column.name }
        }
        return tables
    }

    /// Throws unless both engines have the same columns, so that no data is left behind.
    static func compare(_ file: [MovedTable], _ server: [MovedTable], server path: String) throws(StorageError) {
        let (file, server) = (names(file), names(server))
        guard let difference = file.symmetricDifference(server).min() else { return }
        throw .cannotMove(
            path: path,
            reason: """
                the column \(difference) is \(file.contains(difference) ? "in the file" : "on the server") alone; \
                the tables have to be as this version of the program makes them
                """)
    }

    private static func names(_ tables: [MovedTable]) -> Set<String> {
        Set(tables.flatMap { table in table.columns.map { "\(table.name).\($0.name) (\($0.type))" } })
    }

    private static func inOrder(_ tables: [MovedTable]) -> [MovedTable] {
        var (ordered, rest) = ([MovedTable](), tables)
        while !rest.isEmpty {
            let waiting = Set(rest.map(\.name))
            let next = rest.filter { $0.references.subtracting([$0.name]).isDisjoint(with: waiting) }
            // The remaining tables reference each other, so no order suits all rows. A row fails if it arrives before a
            // row that it references.
            guard !next.isEmpty else { return ordered + rest }
            ordered += next
            rest.removeAll { table in next.contains { $0.name == table.name } }
        }
        return ordered
    }
}

extension ColumnType {
    fileprivate static let inSQLite: [String: ColumnType] = [
        "INTEGER": .integer, "INT": .integer, "REAL": .real, "TEXT": .text, "BLOB": .bytes,
    ]
    fileprivate static let inPostgreSQL: [String: ColumnType] = [
        "bigint": .integer, "double precision": .real, "text": .text, "bytea": .bytes,
    ]
}

// MARK: Statements

extension MovedTable {
    var sql: SQL { SQL(name: name) }

    var selection: SQL { "SELECT \(list) FROM \(sql)" }

    var insertion: SQL { "INSERT INTO \(sql) (\(list)) VALUES (\(SQL(list: columns.map { SQL(.null($0.type)) })))" }

    private var list: SQL { SQL(list: columns.map { SQL(name: $0.name) }) }
}

/// The latest number of a table, from AUTOINCREMENT or an identity column.
struct MovedNumbers {
    let table: MovedTable

    /// Returns the last number that AUTOINCREMENT gave; if the table has no AUTOINCREMENT, its largest number.
    func latest(_ connection: SQLiteConnection, column: String) throws -> Int64 {
        let database = Connection(connection)
        var latest = try highest(database, column)
        // SQLite creates `sqlite_sequence` only with the first AUTOINCREMENT, so it may be missing.
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
        // If no number was given yet, nothing is set, and the column starts at 1.
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
