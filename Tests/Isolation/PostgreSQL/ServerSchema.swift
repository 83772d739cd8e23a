public import Storage

/// The database of a service on the server that the tests of a process share.
public struct ServerSchema {
    private let location: DatabaseLocation

    public init() throws {
        location = .postgreSQL(
            try PostgreSQLAddress(try TestPostgreSQL.durable.get().address()),
            schema: "service_\(UInt32.random(in: 0 ... .max))")
    }

    public func open(_ store: (some Store).Type) throws -> ServiceDatabase { try open(migrations: store.migrations) }

    public func open(migrations: [Migration]) throws -> ServiceDatabase {
        try ServiceDatabase.open(at: location, migrations: migrations, options: .with { $0.maximumReaders = 2 })
    }
}
