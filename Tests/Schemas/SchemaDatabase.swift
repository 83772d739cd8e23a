// Databases that were made in one way or the other, for their catalogues.

import AuthSession
import Foundation
import Identity
import Isolation
import Location
import Preferences
import Push
import Testing

@testable import Storage

/// The services that have a database.
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

    /// The migrations that come after what the base schema includes.
    var laterMigrations: [Migration] { Array(store.migrations.dropFirst(store.baseSchema.includes.count)) }

    /// What columns of texts may hold in conditions.
    var texts: [String] { store.baseSchema.statements.text.quotedTexts }
}

extension Catalogue {
    /// That of a file which runs these migrations.
    init(_ migrations: [Migration], texts: [String]) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("some.sqlite")
        try ServiceDatabase.open(at: file, migrations: migrations).close()
        // Which steps the file has seen is its own affair.
        self = try Catalogue(sqlite: file, texts: texts).without(["grdb_migrations"])
    }

    /// That of a schema of PostgreSQL which these statements make.
    init(postgreSQL statements: SQL, texts: [String]) throws {
        let address = try PostgreSQLAddress(try TestPostgreSQL.shared.get().address())
        var options = PostgreSQLOptions()
        options.requiresDurability = false
        let name = "schema_\(UInt32.random(in: 0 ... .max))"
        options.schema = name
        let connection = PostgreSQLConnection(address, options: options)
        defer { connection.close() }
        try connection.runScript("CREATE SCHEMA \(name)")
        try connection.execute(statements)
        self = try Catalogue(connection, texts: texts)
    }

    /// Without what only SQLite has, what opening a file adds to the schema, and the feeds that have begun.
    var inBothEngines: Catalogue {
        without(["write_check", "accounts_doubt", "accounts_kept", "feed_lives"])
            .filtered { !$0.hasPrefix("file ") && !$0.hasPrefix("row feeds ") }
    }
}

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")
