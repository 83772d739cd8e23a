// The comparison of catalogues sees whatever makes two schemas differ.

import Foundation
import Testing

@testable import Storage

@Suite("The comparison of catalogues", .timeLimit(.minutes(2)))
struct CatalogueTests {
    private static let schema: SQL = """
        CREATE TABLE person (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            state TEXT CHECK (state IN ('here', 'gone')),
            seen_at INTEGER NOT NULL DEFAULT 0,
            CHECK ((state = 'gone') = (seen_at > 1))
        ) STRICT;
        CREATE INDEX person_by_state ON person (state, seen_at) WHERE seen_at > 0;
        CREATE TABLE thing (
            owner INTEGER NOT NULL REFERENCES person (number),
            place INTEGER NOT NULL,
            PRIMARY KEY (owner, place)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO person (number, name) VALUES (1, 'Ada');
        """

    /// A change of a schema, by which another one is made of it.
    struct Change: Sendable, CustomTestStringConvertible {
        var part: String
        var other: String

        init(_ part: String, _ other: String) { (self.part, self.other) = (part, other) }

        var testDescription: String { "\(part) → \(other)" }
    }

    private static let changes = [
        Change("name TEXT NOT NULL UNIQUE", "name TEXT UNIQUE"),
        Change("name TEXT NOT NULL UNIQUE", "name TEXT NOT NULL"),
        Change("seen_at INTEGER NOT NULL DEFAULT 0", "seen_at REAL NOT NULL DEFAULT 0"),
        Change("seen_at INTEGER NOT NULL DEFAULT 0", "seen_at INTEGER NOT NULL DEFAULT 1"),
        Change("seen_at INTEGER NOT NULL DEFAULT 0", "seen_at INTEGER NOT NULL DEFAULT 0, further INTEGER"),
        Change("number INTEGER PRIMARY KEY", "number INTEGER PRIMARY KEY CHECK (number = 1)"),
        Change("('here', 'gone')", "('here', 'away')"),
        Change("(seen_at > 1)", "(seen_at > 0)"),
        Change("person (state, seen_at)", "person (seen_at, state)"),
        Change("person (state, seen_at)", "person (state, seen_at DESC)"),
        Change("WHERE seen_at > 0", "WHERE seen_at > 1"),
        Change("WHERE seen_at > 0", ""),
        Change("CREATE INDEX", "CREATE UNIQUE INDEX"),
        Change("INDEX person_by_state", "INDEX person_by_sight"),
        Change("REFERENCES person (number)", "REFERENCES person (number) ON DELETE CASCADE"),
        Change("REFERENCES person (number)", ""),
        Change("PRIMARY KEY (owner, place)", "PRIMARY KEY (place, owner)"),
        Change("'Ada'", "'Ben'"),
    ]

    private static let texts = ["here", "gone", "away"]

    private func changed(_ change: Change) throws -> SQL {
        let text = Self.schema.text
        #expect(text.contains(change.part))
        var schema: SQL = ""
        schema.parts = [.text(SQL.Text(keeping: text.replacing(change.part, with: change.other)))]
        return schema
    }

    @Test("sees each change of a file", arguments: changes)
    func onSQLite(change: Change) throws {
        let (schema, other) = (Self.schema, try changed(change))
        let before = try Catalogue([Migration("schema", sql: schema)], texts: Self.texts)
        let after = try Catalogue([Migration("schema", sql: other)], texts: Self.texts)
        #expect(!after.differences(from: before).isEmpty)
    }

    @Test("sees each change on PostgreSQL", needsPostgreSQL, arguments: changes)
    func onPostgreSQL(change: Change) throws {
        let before = try Catalogue([Migration("schema", sql: Self.schema)], texts: Self.texts).inBothEngines
        let after = try Catalogue(postgreSQL: try changed(change), texts: Self.texts)
        #expect(!after.differences(from: before).isEmpty)
    }

    @Test("finds nothing where nothing differs", needsPostgreSQL)
    func same() throws {
        let file = try Catalogue([Migration("schema", sql: Self.schema)], texts: Self.texts)
        let again = try Catalogue([Migration("schema", sql: Self.schema)], texts: Self.texts)
        let server = try Catalogue(postgreSQL: Self.schema, texts: Self.texts)
        #expect(again.differences(from: file) == [])
        #expect(server.differences(from: file.inBothEngines) == [])
        #expect(file.facts.contains("table person refuses seen_at=0 state=gone"))
        #expect(file.facts.contains("table person refuses state=some other"))
        #expect(file.facts.contains("row person name=Ada number=1 seen_at=0 state=NULL"))
    }
}
