@testable import Storage

extension Catalogue {
    /// - Parameter texts: Values that columns of texts may have in conditions.
    init(_ connection: PostgreSQLConnection, texts: [String]) throws {
        var catalogue = Catalogue()
        try PostgreSQLSchema(connection: connection, texts: texts).describe(in: &catalogue)
        self = catalogue
    }
}

private struct PostgreSQLSchema {
    let connection: PostgreSQLConnection
    let texts: [String]

    private static let dialect = Condition.Dialect(
        types: ["INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"],
        blob: "'\\x01'", yes: "TRUE")

    func describe(in catalogue: inout Catalogue) throws {
        for row in try rows("SELECT relname::text \(tables)", columns: 1) { catalogue.addTable(row[0] ?? "") }
        let columns = try describeColumns(in: &catalogue)
        try describeConstraints(in: &catalogue, columns)
        try describeIndexes(in: &catalogue, columns)
        for (table, columns) in columns {
            let names = columns.map(\.name)
            let values = names.map { "\($0)::text" }.joined(separator: ", ")
            for row in try rows("SELECT \(values) FROM \(table)", columns: names.count) {
                catalogue.addRow(Array(zip(names, row)), of: table)
            }
        }
    }

    private let tables = "FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'"

    /// SQLite's name of a type; text is compared byte by byte there.
    private func type(_ name: String, _ collation: String) -> String {
        switch (name, collation) {
        case ("bigint", ""): "INTEGER"
        case ("double precision", ""): "REAL"
        case ("bytea", ""): "BLOB"
        case ("text", "C"): "TEXT"
        default: "\(name) \(collation)"
        }
    }

    private func describeColumns(in catalogue: inout Catalogue) throws -> [String: [Condition.Column]] {
        let found = try rows(
            """
            SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), \
            coalesce(l.collname, '')::text, a.attnotnull::text, pg_get_expr(d.adbin, d.adrelid), a.attidentity::text \
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
            LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum \
            LEFT JOIN pg_collation l ON l.oid = a.attcollation \
            WHERE c.oid IN (SELECT c.oid \(tables))
            """, columns: 7)
        var columns: [String: [Condition.Column]] = [:]
        for row in found {
            guard let table = row[0], let name = row[1], let type = row[2], let collation = row[3] else { continue }
            let column = Condition.Column(name: name, type: self.type(type, collation), isRequired: row[4] == "true")
            columns[table, default: []].append(column)
            catalogue.addColumn(
                name, of: table, type: column.type, isRequired: column.isRequired,
                preset: row[5]?.replacing(/::[a-z ]+/, with: ""))
            if row[6] != "" { catalogue.addNumbering(name, of: table) }
        }
        return columns
    }

    private func describeConstraints(in catalogue: inout Catalogue, _ columns: [String: [Condition.Column]]) throws {
        func names(_ relation: String, _ numbers: String) -> String {
            """
            (SELECT string_agg(a.attname::text, ',' ORDER BY k.place) \
            FROM unnest(\(numbers)) WITH ORDINALITY AS k (number, place) \
            JOIN pg_attribute a ON a.attrelid = \(relation) AND a.attnum = k.number)
            """
        }
        let found = try rows(
            """
            SELECT c.relname::text, n.contype::text, \(names("n.conrelid", "n.conkey")), \
            pg_get_expr(n.conbin, n.conrelid), o.relname::text, \(names("n.confrelid", "n.confkey")), \
            n.confdeltype::text, n.confupdtype::text \
            FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid LEFT JOIN pg_class o ON o.oid = n.confrelid \
            WHERE c.oid IN (SELECT c.oid \(tables))
            """, columns: 8)
        var checks: [String: [Condition]] = [:]
        for row in found {
            guard let table = row[0], let own = row[2]?.split(separator: ",").map(String.init) else { continue }
            switch row[1] {
            case "p", "u": catalogue.addKey(own, of: table, isPrimary: row[1] == "p")
            case "f":
                let actions = ["a": "NO ACTION", "r": "RESTRICT", "c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"]
                catalogue.addReference(
                    own, of: table, to: row[4] ?? "", (row[5] ?? "").split(separator: ",").map(String.init),
                    onDelete: actions[row[6] ?? ""] ?? "?", onUpdate: actions[row[7] ?? ""] ?? "?")
            case "c": checks[table, default: []].append(Condition(row[3] ?? "", of: columns[table] ?? []))
            default: catalogue.add("another rule on \(table)")
            }
        }
        for (table, checks) in checks {
            for check in Condition.and(checks) {
                for values in try rows(check.query(Self.dialect, texts: texts, refused: true), columns: 1) {
                    catalogue.add("table \(table) refuses \(values[0] ?? "")")
                }
            }
        }
    }

    private func describeIndexes(in catalogue: inout Catalogue, _ columns: [String: [Condition.Column]]) throws {
        let found = try rows(
            """
            SELECT c.relname::text, i.relname::text, x.indisunique::text, pg_get_expr(x.indpred, x.indrelid), \
            (SELECT string_agg(pg_get_indexdef(i.oid, n, true) || CASE WHEN \
            pg_index_column_has_property(i.oid, n, 'desc') THEN ' DESC' ELSE '' END, ',' ORDER BY n) \
            FROM generate_series(1, x.indnkeyatts) AS n) \
            FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid \
            WHERE c.oid IN (SELECT c.oid \(tables)) \
            AND NOT EXISTS (SELECT 1 FROM pg_constraint n WHERE n.conindid = i.oid AND n.contype IN ('p', 'u'))
            """, columns: 5)
        for row in found {
            guard let table = row[0], let name = row[1], let parts = row[4] else { continue }
            catalogue.addIndex(
                name, on: table, parts.split(separator: ",").map(String.init), isUnique: row[2] == "true",
                isPartial: row[3] != nil)
            guard let condition = row[3] else { continue }
            let query = Condition(condition, of: columns[table] ?? [])
                .query(Self.dialect, texts: texts, refused: false)
            for values in try rows(query, columns: 1) {
                catalogue.add("index \(name) on \(table) has \(values[0] ?? "")")
            }
        }
    }

    private func rows(_ query: String, columns: Int) throws -> [[String?]] {
        var sql: SQL = ""
        sql.parts = [.text(SQL.Text(keeping: query))]
        let statement = try connection.begin(sql)
        defer { statement.end() }
        var rows: [[String?]] = []
        while try statement.step() { rows.append((0..<Int32(columns)).map { statement.text($0) }) }
        return rows
    }
}
