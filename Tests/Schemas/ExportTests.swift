import AuthSession
import Foundation
import Identity
import Isolation
import Location
import Models
import Preferences
import Push
import ServiceRuntime
import Testing

@testable import Storage

extension ServiceWithDatabase {
    fileprivate var export: AccountExport {
        switch self {
        case .authSession: AuthSessionService.export
        case .identity: IdentityService.export
        case .location: LocationService.export
        case .preferences: PreferencesService.export
        case .push: PushService.export
        }
    }
}

@Suite("The export of an account", .timeLimit(.minutes(10)))
struct ExportTests {
    /// Tables of the storage module itself: none has data of an account that exists.
    private static let ofStorage: Set<String> = [
        "feeds", "feed_lives", "feed_cursors", "accounts_doubt", "accounts_kept", "secret_check", "reset_request_count",
        "write_check", "performed_act", "erased_account", "erasure_report",
    ]

    @Test("has each column of each table, or the reason for leaving it out", arguments: ServiceWithDatabase.allCases)
    func complete(service: ServiceWithDatabase) throws {
        let facts = try Catalogue(service.store.migrations, texts: try service.texts).facts
        var columns: [String: Set<String>] = [:]
        for fact in facts {
            guard let match = fact.firstMatch(of: /^column (\w+)\.(\w+) (INTEGER|TEXT|REAL|BLOB)/) else { continue }
            columns[String(match.1), default: []].insert(String(match.2))
        }
        #expect(columns.count > 3)
        let (export, tables) = (service.export, Set(columns.keys).subtracting(Self.ofStorage))
        let given = Set(export.tables.map(\.table))
        #expect(
            tables.subtracting(given).subtracting(export.leftOut.keys).sorted() == [],
            "neither given out nor left out: name the table in the list `export` of this service, with the reason if it stays"
        )
        #expect(given.union(export.leftOut.keys).subtracting(columns.keys).sorted() == [], "there is no such table")
        for table in export.tables {
            let known = columns[table.table] ?? []
            let said = Set(table.exported).union(table.leftOut.keys)
            #expect(
                known.subtracting(said).sorted() == [],
                "\(table.table): name the column in the list `export` of this service, with the reason if it stays")
            #expect(Set(table.leftOut.keys).subtracting(known).sorted() == [], "\(table.table): no such column")
            #expect(Set(table.leftOut.keys).isDisjoint(with: table.exported), "\(table.table)")
            #expect(table.leftOut.values.allSatisfy { !$0.isEmpty })
            // The names of columns with a hash, a token or a key show it.
            let secrets = table.exported.filter {
                $0.contains(/hash|salt|secret|token|sealed|_key$/) && $0 != "has_key"
            }
            #expect(secrets == [], "\(table.table)")
        }
    }

    @Test("names each subject differently")
    func names() {
        let names = ServiceWithDatabase.allCases.flatMap { $0.export.tables.map(\.subject.name) }
        #expect(names.count == Set(names).count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z][a-z-]*/) != nil })
    }

    @Test("is read from files", arguments: ServiceWithDatabase.allCases)
    func onSQLite(service: ServiceWithDatabase) async throws {
        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(
            at: folder.url.appendingPathComponent("some.sqlite"), migrations: service.store.migrations)
        try await database.readSnapshot { try self.read(service, $0) }
        try database.close()
    }

    @Test("is read from PostgreSQL", needsPostgreSQL, arguments: ServiceWithDatabase.allCases)
    func onPostgreSQL(service: ServiceWithDatabase) async throws {
        let schema = try ServerSchema()
        try schema.open(service.store.migrations).close()
        let connection = schema.connection()
        defer { connection.close() }
        try read(service, Connection(connection))
    }

    private func read(_ service: ServiceWithDatabase, _ connection: Connection) throws {
        let nobody = try #require(AccountID("nobody"))
        for table in service.export.tables {
            for place in [nil, "7", "7/7", "x"] {
                let page = try table.page(of: nobody, after: place, in: connection)
                #expect(page.entries.isEmpty && page.next == nil)
            }
        }
    }
}

@Suite("A page of an export", .timeLimit(.minutes(10)))
struct ExportPageTests {
    private static let script: SQL = """
        CREATE TABLE owned (owner INTEGER PRIMARY KEY, account TEXT NOT NULL) STRICT;
        CREATE TABLE thing (
            owner INTEGER NOT NULL,
            number INTEGER NOT NULL,
            full_name TEXT,
            size REAL,
            is_good INTEGER CHECK (is_good IN (0, 1)),
            made_at INTEGER,
            raw TEXT,
            packed BLOB,
            PRIMARY KEY (owner, number)
        ) STRICT;
        """

    private static let columns: [ExportedColumn] = [
        .init("number", .whole), .init("full_name"), .init("size", .real), .init("is_good", .flag),
        .init("made_at", .moment), .init("raw", .json),
        .init("packed") { bytes in "[\(bytes.map(String.init).joined(separator: ","))]" },
    ]

    @Sendable private static func owners(_ account: AccountID) -> SQL {
        "SELECT owner FROM owned WHERE account = \(account)"
    }

    private static let byOwner = ExportedTable(
        "thing", as: "things", "Things.", columns, leftOut: ["owner": "a number"],
        key: .within("t.owner", owners: owners, .number("t.number"))
    ) { _ in "thing t WHERE 1 = 1" }

    private static let byBoth = ExportedTable(
        "thing", as: "things", "Things.", columns, leftOut: ["owner": "a number"], key: .numbers("t.owner", "t.number")
    ) { "thing t WHERE t.owner IN (\(owners($0)))" }

    private static let byName = ExportedTable(
        "thing", as: "things", "Things.", columns, leftOut: ["owner": "a number"], key: .text("t.full_name")
    ) { "thing t WHERE t.owner IN (\(owners($0)))" }

    @Test("has each row of the account once, in order, from SQLite", arguments: [1, 2, 3, 5, 100])
    func onSQLite(_ limit: Int) async throws {
        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(
            at: folder.url.appendingPathComponent("some.sqlite"), migrations: [Migration("create", sql: Self.script)])
        try await database.write { try Self.fill($0) }
        try await database.readSnapshot { try Self.check(limit, $0) }
        try database.close()
    }

    @Test("has each row of the account once, in order, from PostgreSQL", needsPostgreSQL, arguments: [1, 3, 100])
    func onPostgreSQL(_ limit: Int) async throws {
        let schema = try ServerSchema()
        try schema.open([Migration("create", sql: Self.script)]).close()
        let connection = schema.connection()
        defer { connection.close() }
        try Self.fill(Connection(connection))
        try Self.check(limit, Connection(connection))
    }

    private static let ada = AccountID("ada")!

    /// Ada has the owners 1, 3 and 5, and 3 has no rows; 2 and 4 belong to another account.
    private static func fill(_ connection: Connection) throws {
        for owner in 1...5 as ClosedRange<Int64> {
            let account = owner % 2 == 1 ? "ada" : "ben"
            try connection.run("INSERT INTO owned (owner, account) VALUES (\(owner), \(account))")
            for number in 1...4 as ClosedRange<Int64> where owner != 3 {
                let name = "\(owner)-\(number)"
                try connection.run("INSERT INTO thing (owner, number, full_name) VALUES (\(owner), \(number), \(name))")
            }
        }
        let (name, size, isGood, madeAt) = ("5-3 \u{1}\"é/", 0.5, true, 1500 as Int64)
        let (raw, packed) = (#"{"a":[1]}"#, [7, 8] as [UInt8])
        try connection.run(
            """
            UPDATE thing SET full_name = \(name), size = \(size), is_good = \(isGood), made_at = \(madeAt), \
            raw = \(raw), packed = \(packed) WHERE owner = 5 AND number = 3
            """)
    }

    private static let expected: [String] = {
        var entries: [String] = []
        for owner in [1, 5] {
            for number in 1...4 { entries.append("{\"number\":\(number),\"fullName\":\"\(owner)-\(number)\"}") }
        }
        entries[6] =
            #"{"number":3,"fullName":"5-3 \u0001\"é/","size":0.5,"isGood":true,"#
            + #""madeAt":"1970-01-01T00:00:01.500Z","raw":{"a":[1]},"packed":[7,8]}"#
        return entries
    }()

    private static func check(_ limit: Int, _ connection: Connection) throws {
        for table in [byOwner, byBoth, byName] {
            var (entries, place, pages) = ([String](), String?.none, 0)
            repeat {
                let page = try table.page(of: ada, after: place, limit: limit, in: connection)
                let text = String(decoding: page.entries, as: UTF8.self)
                if !text.isEmpty { entries += text.components(separatedBy: ",\n") }
                (place, pages) = (page.next, pages + 1)
            } while place != nil && pages < 20
            #expect(entries == expected)
            #expect(pages >= 8 / limit)
        }
        // A place that is none, and one of an owner that is another's by now.
        for place in ["x", "x/1", "1/x"] {
            #expect(
                try byOwner.page(of: ada, after: place, limit: 1, in: connection).entries.isEmpty == (place != "1/x"))
        }
        let behind = try byOwner.page(of: ada, after: "4/1", limit: 1, in: connection)
        #expect(String(decoding: behind.entries, as: UTF8.self) == #"{"number":1,"fullName":"5-1"}"#)
    }

    @Test("ends when its size in bytes is reached")
    func bytes() async throws {
        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(
            at: folder.url.appendingPathComponent("some.sqlite"), migrations: [Migration("create", sql: Self.script)])
        let large = String(repeating: "x", count: ExportPage.fullAtBytes - 100)
        try await database.write { connection in
            try connection.run("INSERT INTO owned (owner, account) VALUES (1, 'ada')")
            for number in 1...4 as ClosedRange<Int64> {
                try connection.run("INSERT INTO thing (owner, number, full_name) VALUES (1, \(number), \(large))")
            }
        }
        try await database.readSnapshot { connection in
            let page = try Self.byOwner.page(of: Self.ada, after: nil, in: connection)
            #expect(page.next == "1/2" && page.entries.count < 3 * ExportPage.fullAtBytes)
        }
        try database.close()
    }
}
