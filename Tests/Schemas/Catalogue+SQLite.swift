import Foundation
import GRDB

extension Catalogue {
    /// Reads a file that no connection has open.
    /// - Parameter texts: Values that columns of texts may have in conditions.
    init(sqlite file: URL, texts: [String]) throws {
        let queue = try DatabaseQueue(path: file.path)
        self = try queue.read { database in
            var catalogue = Catalogue()
            let tables = try Row.fetchAll(
                database, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            for table in tables {
                try SQLiteTable(name: table["name"], sql: table["sql"], database: database)
                    .describe(in: &catalogue, texts: texts)
            }
            return catalogue
        }
        try queue.close()
    }
}

private struct SQLiteTable {
    let name: String
    let sql: String
    let database: Database

    private static let dialect = Condition.Dialect(
        types: ["INTEGER": "INTEGER", "REAL": "REAL", "TEXT": "TEXT", "BLOB": "BLOB"], blob: "x'01'", yes: "1")

    func describe(in catalogue: inout Catalogue, texts: [String]) throws {
        catalogue.addTable(name)
        let info = try Row.fetchAll(database, sql: "PRAGMA table_xinfo(\(name))")
        let options = try Row.fetchOne(database, sql: "PRAGMA table_list(\(name))")
        let hasRowID = options?["wr"] == 0
        // They are SQLite's alone.
        catalogue.add("file \(name)\(options?["strict"] == 1 ? " STRICT" : "")\(hasRowID ? "" : " WITHOUT ROWID")")
        let columns = info.map { row in
            // The columns of a primary key take no NULL in strict tables.
            Condition.Column(
                name: row["name"], type: row["type"], isRequired: row["notnull"] == 1 || place(row, "pk") > 0)
        }
        for (row, column) in zip(info, columns) {
            catalogue.addColumn(
                column.name, of: name, type: column.type, isRequired: column.isRequired, preset: row["dflt_value"])
        }
        let key = info.filter { place($0, "pk") > 0 }.sorted { place($0, "pk") < place($1, "pk") }
        if !key.isEmpty { catalogue.addKey(key.map { $0["name"] }, of: name, isPrimary: true) }
        let references = try describeReferences(in: &catalogue)
        let checks = checks.map { Condition($0, of: columns) }
        // SQLite would give a number to any such key; of these it is known what it is.
        if hasRowID, key.count == 1, let number = key.first, number["type"] == "INTEGER", number["notnull"] == 0,
            !references.contains(number["name"]),
            !checks.contains(where: { $0.columns.map(\.name) == [number["name"]] })
        {
            catalogue.addNumbering(number["name"], of: name)
        }
        for check in Condition.and(checks) {
            for values in try String.fetchAll(database, sql: check.query(Self.dialect, texts: texts, refused: true)) {
                catalogue.add("table \(name) refuses \(values)")
            }
        }
        try describeIndexes(in: &catalogue, columns, texts: texts)
        for row in try Row.fetchAll(database, sql: "SELECT * FROM \(name)") {
            catalogue.addRow(row.map { ($0, $1.isNull ? nil : "\($1.storage.value ?? "")") }, of: name)
        }
        if sql.mentions("AUTOINCREMENT") { catalogue.add("file \(name) AUTOINCREMENT") }
    }

    private func describeReferences(in catalogue: inout Catalogue) throws -> Set<String> {
        let rows = try Row.fetchAll(database, sql: "PRAGMA foreign_key_list(\(name))")
        for parts in Dictionary(grouping: rows, by: { place($0, "id") }).values {
            let parts = parts.sorted { place($0, "seq") < place($1, "seq") }
            catalogue.addReference(
                parts.map { $0["from"] }, of: name, to: parts[0]["table"], parts.map { $0["to"] },
                onDelete: parts[0]["on_delete"], onUpdate: parts[0]["on_update"])
        }
        return Set(rows.map { $0["from"] })
    }

    private func describeIndexes(in catalogue: inout Catalogue, _ columns: [Condition.Column], texts: [String]) throws {
        for index in try Row.fetchAll(database, sql: "PRAGMA index_list(\(name))") {
            let indexName: String = index["name"]
            let statement = try String.fetchOne(
                database, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [indexName])
            let parts = try Row.fetchAll(database, sql: "PRAGMA index_xinfo('\(indexName)')").filter { $0["key"] == 1 }
            let names = parts.enumerated().map { place, part in
                // An expression has no column name, so its text is taken from the statement.
                let column: String = part["name"] ?? statement?.indexedExpressions[place] ?? ""
                return "\(column)\(part["desc"] == 1 ? " DESC" : "")"
            }
            switch index["origin"] as String {
            case "pk": continue
            case "u": catalogue.addKey(names, of: name, isPrimary: false)
            default:
                let condition = statement?.firstRange(of: " WHERE ") ?? statement?.firstRange(of: "\n    WHERE ")
                catalogue.addIndex(
                    indexName, on: name, names, isUnique: index["unique"] == 1, isPartial: index["partial"] == 1)
                guard let statement, let condition else { continue }
                let query = Condition(String(statement[condition.upperBound...]), of: columns)
                    .query(Self.dialect, texts: texts, refused: false)
                for values in try String.fetchAll(database, sql: query) {
                    catalogue.add("index \(indexName) on \(name) has \(values)")
                }
            }
        }
    }

    private func place(_ row: Row, _ column: String) -> Int { row[column] }

    /// The texts between the parentheses of each CHECK.
    private var checks: [String] {
        let sql = sql.replacing(/--[^\n]*/, with: "")
        return sql.ranges(of: "CHECK (").map { start in
            var depth = 1
            return String(
                sql[start.upperBound...].prefix { character in
                    if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
                    return depth > 0
                })
        }
    }
}

extension String {
    /// The columns or expressions of an index, from the statement that makes it: the texts between its parentheses.
    fileprivate var indexedExpressions: [String] {
        var (depth, parts) = (0, [""])
        for character in self {
            if character == ")" { depth -= 1 }
            if depth == 0, parts != [""] { break }
            switch character {
            case "," where depth == 1: parts.append("")
            default: if depth > 0 { parts[parts.count - 1].append(character) }
            }
            if character == "(" { depth += 1 }
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
