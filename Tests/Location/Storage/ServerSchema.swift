import Isolation
import Testing

@testable import Storage

/// The database of a service on the server that the tests of a process share.
struct ServerSchema {
    private let address: PostgreSQLAddress
    private var server = PostgreSQLOptions()

    init() throws {
        address = try PostgreSQLAddress(TestPostgreSQL.shared.get().address())
        server.requiresDurability = false
        server.schema = "service_\(UInt32.random(in: 0 ... .max))"
    }

    func open(_ store: (some Store).Type) throws -> ServiceDatabase { try open(migrations: store.migrations) }

    func open(migrations: [Migration]) throws -> ServiceDatabase {
        var options = StorageOptions()
        options.maximumReaders = 2
        return try ServiceDatabase.open(on: address, server, migrations: migrations, options: options)
    }
}

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")
