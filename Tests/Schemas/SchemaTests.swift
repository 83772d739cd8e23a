// Each service has the same tables on both engines.

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
