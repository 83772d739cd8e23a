import Foundation
import Isolation
import Testing

@testable import Storage

@Suite("The schema of a service", .timeLimit(.minutes(10)))
struct SchemaTests {
    @Test("is the same on PostgreSQL as in a file", needsPostgreSQL, arguments: ServiceWithDatabase.allCases)
    func onBothEngines(service: ServiceWithDatabase) throws {
        let texts = try service.texts
        let inFile = try Catalogue(service.store.migrations, texts: texts)
        let onServer = try Catalogue(onServer: service.store.migrations, texts: texts)
        #expect(onServer.inBothEngines.differences(from: inFile.inBothEngines).prefix(20) == [])
    }

    @Test("is not made in the database of another service", arguments: ServiceWithDatabase.allCases)
    func otherService(service: ServiceWithDatabase) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("some.sqlite")
        let others = ServiceWithDatabase.allCases.filter { $0 != service }
        try ServiceDatabase.open(at: file, migrations: service.store.migrations).close()
        for other in others {
            #expect(throws: StorageError.self) {
                try ServiceDatabase.open(at: file, migrations: other.store.migrations).close()
            }
        }
        try ServiceDatabase.open(at: file, migrations: service.store.migrations).close()
    }
}

@Suite("Migrations only add", .timeLimit(.minutes(10)))
struct AdditiveMigrationTests {
    @Test("Each later step of each service only adds", arguments: ServiceWithDatabase.allCases)
    func steps(service: ServiceWithDatabase) throws {
        let (migrations, texts) = (service.store.migrations, try service.texts)
        var before = try Catalogue(Array(migrations.prefix(1)), texts: texts)
        for count in migrations.indices.dropFirst().map({ $0 + 1 }) {
            let after = try Catalogue(Array(migrations.prefix(count)), texts: texts)
            #expect(after.obstacles(toProgramsOf: before) == [], "\(migrations[count - 1].name)")
            before = after
        }
    }

    /// By a step, and what it would put in the way of programs that do not know it.
    private static let samples: [(step: SQL, obstacles: [String])] = [
        ("ALTER TABLE thing ADD COLUMN size INTEGER", []),
        ("ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 0", []),
        ("CREATE TABLE other (name TEXT NOT NULL UNIQUE) STRICT", []),
        ("CREATE INDEX thing_by_name ON thing (name)", []),
        ("DROP INDEX thing_by_place", []),
        ("CREATE UNIQUE INDEX thing_by_name ON thing (name)", ["+ unique index thing_by_name on thing (name)"]),
        ("ALTER TABLE thing DROP COLUMN note", ["- column thing.note TEXT"]),
        ("ALTER TABLE thing RENAME COLUMN note TO remark", ["- column thing.note TEXT"]),
        (
            "DROP TABLE thing",
            [
                "- column thing.name TEXT NOT NULL", "- column thing.note TEXT",
                "- column thing.number INTEGER NOT NULL", "- column thing.number numbers its rows",
                "- column thing.place TEXT", "- primary key thing (number)", "- table thing",
            ]
        ),
        (
            """
            CREATE TABLE anew (
                number INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, place TEXT, size INTEGER NOT NULL
            ) STRICT;
            DROP TABLE thing;
            ALTER TABLE anew RENAME TO thing;
            """, ["+ column thing.size INTEGER NOT NULL"]
        ),
    ]

    @Test("The check tells allowed from forbidden steps", arguments: samples.indices)
    func sample(index: Int) throws {
        let first = Migration(
            "first",
            sql: """
                CREATE TABLE thing (number INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, place TEXT) STRICT;
                CREATE INDEX thing_by_place ON thing (place);
                """)
        let sample = Self.samples[index]
        let before = try Catalogue([first], texts: [])
        let after = try Catalogue([first, Migration("second", sql: sample.step)], texts: [])
        #expect(after.obstacles(toProgramsOf: before) == sample.obstacles)
    }
}

extension Catalogue {
    /// Removed facts, and new requirements on rows of tables that the program knows.
    fileprivate func obstacles(toProgramsOf earlier: Catalogue) -> [String] {
        let gone = earlier.facts.subtracting(facts).filter { fact in
            // A missing index does not change results, and a removed rule refuses nothing.
            ["table ", "column ", "primary key "].contains { fact.hasPrefix($0) } && !fact.contains(" refuses ")
        }
        let known = Set(earlier.facts.compactMap { $0.name(behind: "table ") })
        let wanted = facts.subtracting(earlier.facts).filter { fact in
            let table = fact.name(behind: "unique ") ?? fact.name(behind: "reference ") ?? fact.tableOfUniqueIndex
            if let table { return known.contains(table) }
            guard fact.hasPrefix("column "), fact.hasSuffix(" NOT NULL"), let column = fact.name(behind: "column "),
                known.contains(String(column.prefix { $0 != "." }))
            else { return false }
            return !facts.contains { $0.hasPrefix("column \(column) DEFAULT ") }
        }
        return (gone.map { "- \($0)" } + wanted.map { "+ \($0)" }).sorted()
    }
}

extension String {
    fileprivate func name(behind beginning: String) -> String? {
        guard hasPrefix(beginning), !contains(" index ") else { return nil }
        return String(dropFirst(beginning.count).prefix { $0 != " " })
    }

    fileprivate var tableOfUniqueIndex: String? {
        guard hasPrefix("unique "), let place = range(of: " on ") else { return nil }
        return String(self[place.upperBound...].prefix { $0 != " " })
    }
}
