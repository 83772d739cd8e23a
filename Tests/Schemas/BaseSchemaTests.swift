// Each service's base schema is what its migrations make, on both engines.

import Foundation
import Testing

@testable import Storage

@Suite("The base schema of a service", .timeLimit(.minutes(10)))
struct BaseSchemaTests {
    @Test("includes the first migrations, by their names", arguments: ServiceWithDatabase.allCases)
    func includes(service: ServiceWithDatabase) {
        let names = service.store.migrations.map(\.name)
        #expect(!service.store.baseSchema.includes.isEmpty)
        #expect(names.starts(with: service.store.baseSchema.includes))
    }

    @Test("makes the file that the migrations make", arguments: ServiceWithDatabase.allCases)
    func onSQLite(service: ServiceWithDatabase) throws {
        let migrated = try Catalogue(service.store.migrations, texts: service.texts)
        let base = service.store.baseSchema
        let made = try Catalogue(
            [Migration("base") { try base.create(in: $0) }] + service.laterMigrations, texts: service.texts)
        #expect(made.differences(from: migrated).prefix(20) == [])
    }

    @Test("makes the same on PostgreSQL", needsPostgreSQL, arguments: ServiceWithDatabase.allCases)
    func onPostgreSQL(service: ServiceWithDatabase) throws {
        let base = service.store.baseSchema
        let onFile = try Catalogue([Migration("base") { try base.create(in: $0) }], texts: service.texts)
        let onServer = try Catalogue(postgreSQL: base.statements, texts: service.texts)
        #expect(onServer.differences(from: onFile.inBothEngines).prefix(20) == [])
    }
}
