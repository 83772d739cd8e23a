import Foundation
import GRDB
import Isolation
import Testing

@testable import Storage
@testable import StorageMove

@Suite("A move of a service's database", needsPostgreSQL, .timeLimit(.minutes(10)))
struct MovedServicesTests {
    @Test("brings every row there and back", arguments: ServiceWithDatabase.allCases)
    func thereAndBack(service: ServiceWithDatabase) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("some.sqlite")
        let store = service.store
        try ServiceDatabase.open(at: file, migrations: store.migrations).close()
        let texts = try service.texts
        let before = try fill(file, texts: texts)
        #expect(before.filter { $0.value.isEmpty && !$0.key.hasPrefix("accounts_") }.map(\.key) == [])

        let schema = try ServerSchema()
        let (address, options) = (schema.address, schema.options)
        let move = StorageMove(file: file, address: address, options: options, migrations: store.migrations)
        guard case .moved(let rows, let kept) = try move.run(.toServer) else {
            Issue.record("it was not moved")
            return
        }
        #expect(rows == before.values.reduce(0) { $0 + $1.count })
        try schema.open(store.migrations).close()
        let onServer = try rowsOnServer(address, options, as: file.path == kept ? file : URL(fileURLWithPath: kept))
        for (table, rows) in before { #expect(onServer[table] == rows, "\(table)") }

        let back = try move.run(.toFile)
        #expect(back == .moved(rows: rows, kept: "\(address), schema \(options.schema ?? "")"))
        let after = try self.rows(of: file)
        for (table, rows) in before { #expect(after[table] == rows, "\(table)") }
        let opened = try ServiceDatabase.open(at: file, migrations: store.migrations)
        try opened.close()
        let plan = try Catalogue(store.migrations, texts: texts)
        let moved = try Catalogue(sqlite: file, texts: texts).without(["migrations"])
        let isStructure = { (line: String) in !line.hasPrefix("row ") }
        #expect(moved.filtered(isStructure).differences(from: plan.filtered(isStructure)).prefix(20) == [])
    }

    // MARK: Rows

    /// Puts rows of values at random into each table, those that its rules let in.
    private func fill(_ file: URL, texts: [String]) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: file.path)
        var numbers = SystemRandomNumberGenerator()
        try queue.write { database in
            // In whatever order: a row that refers to a later table gets in with a later round.
            let tables = try tables(database)
            for round in 0..<100 {
                // Some tables let few rows in, and how few is a matter of chance.
                let empty = try tables.filter { table in
                    try !table.hasPrefix("accounts_")
                        && GRDB.Row.fetchOne(database, sql: "SELECT 1 FROM \(table.quotedIdentifier) LIMIT 1") == nil
                }
                if round >= 3, empty.isEmpty { break }
                for table in round < 3 ? tables : empty {
                    let columns = try GRDB.Row.fetchAll(database, sql: "PRAGMA table_info(\(table.quotedIdentifier))")
                    for _ in 0..<600 {
                        let chosen = columns.filter { column in
                            if column["dflt_value"] as String? != nil { return Int.random(in: 0..<8) == 0 }
                            return column["notnull"] == 1 || Bool.random()
                        }
                        guard !chosen.isEmpty else { continue }
                        let values = chosen.map { value($0["type"], texts, &numbers) }
                        let names = chosen.map { ($0["name"] as String).quotedIdentifier }.joined(separator: ", ")
                        let places = chosen.map { _ in "?" }.joined(separator: ", ")
                        try? database.execute(
                            sql: "INSERT INTO \(table.quotedIdentifier) (\(names)) VALUES (\(places))",
                            arguments: StatementArguments(values))
                        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.quotedIdentifier)")
                        if (count ?? 0) > 12 { break }
                    }
                }
            }
        }
        try queue.close()
        return try rows(of: file)
    }

    private func value(
        _ type: String, _ texts: [String], _ numbers: inout SystemRandomNumberGenerator
    ) -> (any DatabaseValueConvertible)? {
        switch type {
        case "INTEGER": [0, 1, 1, 2, 3, 4, Int64.max / 2, -7].randomElement(using: &numbers)
        case "REAL": [0, 1.25, -179.999_999_9, Double.leastNonzeroMagnitude].randomElement(using: &numbers)
        case "BLOB": Data((0..<Int.random(in: 0..<40)).map { _ in UInt8.random(in: 0...255) })
        default: (texts + ["", "ä\u{1F6B2}", "\(UInt16.random(in: 0 ... .max))"]).randomElement(using: &numbers)
        }
    }

    private func tables(_ database: Database) throws -> [String] {
        try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).filter { !["migrations", "write_check", "feed_lives", "feeds"].contains($0) }
    }

    private func rows(of file: URL) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: file.path)
        defer { try? queue.close() }
        return try queue.read { database in
            var rows: [String: [String]] = [:]
            for table in try tables(database) + ["feeds"] {
                let columns = try names(of: table, database).map { $0.0 }
                let expression = columns.map { column -> String in
                    let name = column.quotedIdentifier
                    return "CASE WHEN typeof(\(name)) IN ('text', 'blob') THEN 'blob ' || hex(\(name)) "
                        + "WHEN typeof(\(name)) = 'real' THEN 'real ' || printf('%.17g', \(name)) ELSE quote(\(name)) END"
                }.joined(separator: " || ' ' || ")
                guard !expression.isEmpty else { continue }
                rows[table] = try String.fetchAll(database, sql: "SELECT \(expression) FROM \(table.quotedIdentifier)")
                    .sorted()
            }
            return rows
        }
    }

    private func names(of table: String, _ database: Database) throws -> [(String, String)] {
        try GRDB.Row.fetchAll(database, sql: "PRAGMA table_info(\(table.quotedIdentifier))")
            .map { ($0["name"] as String, $0["type"] as String) }
            .filter { table != "feeds" || $0.0 != "epoch" }
    }

    /// The same of a schema; `file` has the tables and columns.
    private func rowsOnServer(
        _ address: PostgreSQLAddress, _ options: PostgreSQLOptions, as file: URL
    ) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: file.path)
        defer { try? queue.close() }
        let connection = PostgreSQLConnection(address, options: options)
        defer { connection.close() }
        return try queue.read { database in
            var rows: [String: [String]] = [:]
            for table in try tables(database) + ["feeds"] {
                let columns = try names(of: table, database)
                // A service without a feed of its own has no table of feeds.
                guard !columns.isEmpty else { continue }
                let expressions = columns.map { name, type in
                    let name = name.quotedIdentifier
                    let text =
                        switch type {
                        case "TEXT": "'blob ' || upper(encode(convert_to(\(name), 'UTF8'), 'hex'))"
                        case "BLOB": "'blob ' || upper(encode(\(name), 'hex'))"
                        default: "\(name)::text"
                        }
                    return "CASE WHEN \(name) IS NULL THEN 'NULL' ELSE \(text) END"
                }
                var sql: Storage.SQL = ""
                let query = "SELECT \(expressions.joined(separator: ", ")) FROM \(table.quotedIdentifier)"
                sql.parts = [.text(Storage.SQL.Text(keeping: query))]
                let statement = try connection.begin(sql)
                defer { statement.end() }
                var found: [String] = []
                while try statement.step() {
                    let values = try columns.enumerated().map { index, column in
                        let text = statement.text(Int32(index)) ?? ""
                        guard column.1 == "REAL", text != "NULL" else { return text }
                        let number = try #require(Double(text))
                        let written = try String.fetchOne(
                            database, sql: "SELECT printf('%.17g', ?)", arguments: [number])
                        return "real \(written ?? "")"
                    }
                    found.append(values.joined(separator: " "))
                }
                rows[table] = found.sorted()
            }
            return rows
        }
    }
}
