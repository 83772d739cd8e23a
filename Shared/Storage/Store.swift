// What the stores of the services have in common: how they open and use their database.

public import Foundation
public import Models

/// A store: the methods of a service's database, one transaction each.
public protocol Store: Sendable {
    /// Why a method does not do what it is asked.
    associatedtype Failure: StoreError

    /// The steps that make the tables. Only ever appended to.
    static var migrations: [Migration] { get }

    /// The name of a secret in `keys/` that the service makes after its database; nil where there is none.
    static var secretMadeAfter: String? { get }

    var database: ServiceDatabase { get }
}

extension Store {
    public static var secretMadeAfter: String? { nil }

    /// Opens the database file, makes it when there has never been one.
    public static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: migrations, options: options, mark: DatabaseMark(of: url, secret: secretMadeAfter))
    }

    /// Runs `body` as one durable transaction. It may run twice, so it touches nothing but the database.
    ///
    /// An error that `body` throws undoes what `body` did. A `Failure.Reason` that comes before the first change is
    /// passed on as a value, so that the other writes of the batch need not run again. One that comes later makes them
    /// run again.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure.Reason>
        do {
            result = try await database.write { connection in
                let changes = connection.totalChanges
                do { return .success(try body(connection)) } catch let refusal as Failure.Reason {
                    guard connection.totalChanges == changes else { throw refusal }
                    return .failure(refusal)
                }
            }
        } catch {
            throw Failure(error)
        }
        switch result {
        case .success(let value): return value
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Runs `body` on the calling thread; its statements see one state of the database.
    public func read<Value>(_ body: (Connection) throws -> Value) throws(Failure) -> Value {
        do { return try database.readSnapshot(body) } catch { throw Failure(error) }
    }

    /// A page of a feed that the store writes; see `FeedTable.readPage`.
    public func readFeed(
        _ table: FeedTable, epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) throws(Failure) -> FeedPage {
        try read { try table.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    /// Forgets the tombstones of a feed from before a moment.
    public func pruneTombstones(of table: FeedTable, before moment: UnixTime) async throws(Failure) {
        try await write { _ = try table.pruneTombstones(olderThan: moment, in: $0) }
    }

    /// How far the accounts feed has been taken over; nil before its first page.
    public func accountsCursor() throws(Failure) -> FeedCursor? {
        try read { try FeedCursorTable.read(AccountChange.feed, in: $0) }
    }
}
