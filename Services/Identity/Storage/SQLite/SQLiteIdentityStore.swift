// The identity store on SQLite: how it opens, and how its methods use the database. The methods stand beside it.

import Foundation
import Models
import Storage

/// The identity store on SQLite.
struct SQLiteIdentityStore: IdentityStore {
    let database: ServiceDatabase

    init(_ database: ServiceDatabase) { self.database = database }

    /// Opens the database file, makes it when there has never been one.
    static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: IdentitySchema.migrations, options: options,
            mark: DatabaseMark(of: url, secret: "phone-codes.secret"))
    }
}

extension SQLiteIdentityStore {
    /// Runs `body` as one durable transaction.
    ///
    /// A `Refusal` that it throws has to come before its first change: it is answered as a value, so that the other
    /// writes of the batch need not run again.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(IdentityStoreError) -> Value {
        let result: Result<Value, Refusal>
        do {
            result = try await database.write { connection in
                do { return .success(try body(connection)) } catch let refusal as Refusal { return .failure(refusal) }
            }
        } catch {
            throw IdentityStoreError(error)
        }
        switch result {
        case .success(let value): return value
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Runs `body` on the calling thread; its statements see one state of the database.
    func read<Value>(_ body: (Connection) throws -> Value) throws(IdentityStoreError) -> Value {
        do { return try database.readSnapshot(body) } catch { throw IdentityStoreError(error) }
    }
}

extension IdentityStoreError {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let refusal as Refusal: .refused(refusal)
            case StorageError.overloaded: .overloaded
            case StorageError.constraint, StorageError.sqlite, StorageError.migrationFailed: .failed(error)
            case is StorageError: .unavailable(error)
            default: .failed(error)
            }
    }
}
