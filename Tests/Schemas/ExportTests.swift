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
