// The store of push on SQLite.

import Foundation
import Models
import Storage
import Synchronization

/// The store of push on SQLite.
struct SQLitePushStore: PushStore {
    let database: ServiceDatabase
    /// Hears of what changes about those who may be told of something: after each commit, in the order of the commits, and before
    /// the caller is answered.
    let audienceChanged: @Sendable ([AudienceChange]) -> Void
    let inFlight = InFlight()
    /// Gives so many random bytes.
    var random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }

    /// Opens the database file, makes it when there has never been one.
    static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: PushSchema.migrations, options: options, mark: DatabaseMark(of: url))
    }

    /// Runs `body` as one durable transaction. It may run twice, so it touches nothing but the database.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(PushStoreError) -> Value {
        try await change { connection, _ in try body(connection) }
    }

    /// The same, for what changes the audience too.
    ///
    /// - Parameter committed: called before the next transaction begins.
    func change<Value: Sendable>(
        committed: (@Sendable () -> Void)? = nil,
        _ body: @escaping @Sendable (Connection, inout [AudienceChange]) throws -> Value
    ) async throws(PushStoreError) -> Value {
        let wasRun = Flag()
        let outcome: Result<Value, any Error> = await withUnsafeContinuation { continuation in
            database.write { connection in
                wasRun.set()
                var changes: [AudienceChange] = []
                let value = try body(connection, &changes)
                return (value, changes)
            } completion: { result in
                // On the writer's thread, and so between the transactions.
                if wasRun.isSet { inFlight.commit() }
                if let committed, case .success = result { committed() }
                if case .success(let (_, changes)) = result, !changes.isEmpty { audienceChanged(changes) }
                continuation.resume(returning: result.map(\.0))
            }
        }
        do { return try outcome.get() } catch { throw PushStoreError(error) }
    }

    /// Runs `body` on the calling thread; its statements see one state of the database.
    func read<Value>(_ body: (Connection) throws -> Value) throws(PushStoreError) -> Value {
        do { return try database.readSnapshot(body) } catch { throw PushStoreError(error) }
    }
}

/// Whether a body of a transaction has run: one that is refused has not, and is answered on its caller's thread.
private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

extension PushStoreError {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let refusal as PushStoreError: refusal
            case StorageError.overloaded: .overloaded
            case StorageError.constraint, StorageError.sqlite, StorageError.migrationFailed: .failed(error)
            case is StorageError: .unavailable(error)
            default: .failed(error)
            }
    }
}
