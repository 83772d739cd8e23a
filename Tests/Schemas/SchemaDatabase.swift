import AuthSession
import Foundation
import GRDB
import Identity
import Isolation
import Location
import Preferences
import Push
import Testing

@testable import Storage

enum ServiceWithDatabase: String, CaseIterable, Sendable {
    case authSession, identity, location, preferences, push

    var store: any Store.Type {
        switch self {
        case .authSession: AuthSessionService.store
        case .identity: IdentityService.store
        case .location: LocationService.store
        case .preferences: PreferencesService.store
        case .push: PushService.store
        }
    }

    /// The values that columns of texts may have in conditions.
    var texts: [String] {
        get throws {
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("some.sqlite")
            try ServiceDatabase.open(at: file, migrations: store.migrations).close()
            let queue = try DatabaseQueue(path: file.path)
            defer { try? queue.close() }
            let statements = try queue.read {
                try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
            }
            return statements.flatMap { $0.replacing(/--[^\n]*/, with: "").quotedTexts }
        }
    }
}

extension Catalogue {
    /// That of a file which runs these migrations.
    init(_ migrations: [Migration], texts: [String]) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("some.sqlite")
        try ServiceDatabase.open(at: file, migrations: migrations).close()
        // Which steps the file has seen is its own affair.
        self = try Catalogue(sqlite: file, texts: texts).without(["migrations"])
    }

    /// That of a schema of PostgreSQL in which these migrations run.
    init(onServer migrations: [Migration], texts: [String]) throws {
        let schema = try ServerSchema()
        try schema.open(migrations).close()
        let connection = schema.connection()
        defer { connection.close() }
        self = try Catalogue(connection, texts: texts).without(["migrations", "server_identity"])
    }

    /// Without what only SQLite has, and the lives of the feeds: a file begins another one with each opening.
    var inBothEngines: Catalogue { filtered { !$0.hasPrefix("file ") && !$0.hasPrefix("row feed_lives ") } }
}

/// A schema of its own on the server that the tests of a process share.
struct ServerSchema {
    let address: PostgreSQLAddress
    private(set) var options = PostgreSQLOptions()

    init() throws {
        address = try PostgreSQLAddress(try TestPostgreSQL.shared.get().address())
        options.requiresDurability = false
        options.schema = "schema_\(UInt32.random(in: 0 ... .max))"
    }

    func open(_ migrations: [Migration]) throws -> ServiceDatabase {
        try ServiceDatabase.open(on: address, options, migrations: migrations)
    }

    func connection() -> PostgreSQLConnection { PostgreSQLConnection(address, options: options) }
}

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")
