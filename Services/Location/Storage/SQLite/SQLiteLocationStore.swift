// The location store on SQLite: how it opens, and how its methods use the database. The methods stand beside it.

import Foundation
import Models
import Storage

/// The location store on SQLite.
struct SQLiteLocationStore: Sendable {
    let database: ServiceDatabase
    let hasher: DeviceKeyHasher
    let policy: LocationPolicy
    let visitsUnderway: VisitsUnderway

    var rules: AccessRules { AccessRules(policy: policy) }

    init(
        _ database: ServiceDatabase, hasher: DeviceKeyHasher, policy: LocationPolicy,
        visitsUnderway: VisitsUnderway = VisitsUnderway()
    ) {
        self.visitsUnderway = visitsUnderway
        self.database = database
        self.hasher = hasher
        self.policy = policy
    }

    /// Opens the database file, makes it when there has never been one.
    static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: LocationSchema.migrations, options: options,
            mark: DatabaseMark(of: url, secret: "device-keys.secret"))
    }

    /// Whether the database holds device keys, which are worth nothing without the secret they were made with.
    static func holdsKeys(_ database: ServiceDatabase) throws -> Bool {
        try database.read { try DeviceTable(connection: $0).holdsKeys() }
    }

    /// What tells the secret that the database is used with from others; nil before the first start that notes it.
    static func secretCheck(_ database: ServiceDatabase) throws -> [UInt8]? {
        try database.read { connection in
            let row = try connection.prepare("SELECT code FROM secret_check")
            return try row.step() ? row.blob(0) : nil
        }
    }

    static func noteSecret(_ check: [UInt8], in database: ServiceDatabase) async throws {
        if try secretCheck(database) == check { return }
        try await database.write { connection in
            let row = try connection.prepare(
                "INSERT INTO secret_check (one, code) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET code = ?1")
            try row.bind(1, check)
            try row.run()
        }
    }
}

extension SQLiteLocationStore {
    /// Runs `body` as one durable transaction.
    ///
    /// A `Refusal` that it throws has to come before its first change: it is answered as a value, so that the other
    /// writes of the batch need not run again.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(LocationStoreError) -> Value {
        let result: Result<Value, Refusal>
        do {
            result = try await database.write { connection in
                do { return .success(try body(connection)) } catch let refusal as Refusal { return .failure(refusal) }
            }
        } catch {
            throw LocationStoreError(error)
        }
        switch result {
        case .success(let value): return value
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Runs `body` on the calling thread; its statements see one state of the database.
    func read<Value>(_ body: (Connection) throws -> Value) throws(LocationStoreError) -> Value {
        do { return try database.readSnapshot(body) } catch { throw LocationStoreError(error) }
    }

    /// What a shown key proves about a device. Throws the refusal that `decide` makes of it.
    func check(
        _ key: DeviceKey?, of device: DeviceID, _ row: DeviceRow?, _ decide: (DeviceID, KeyCheck) -> Refusal?
    ) throws -> KeyCheck {
        let check = hasher.check(key, against: row?.key)
        if let refusal = decide(device, check) { throw refusal }
        return check
    }
}

extension LocationStoreError {
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
