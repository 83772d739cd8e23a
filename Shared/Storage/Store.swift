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
        try openDatabase(at: .file(url), beside: url, options: options)
    }

    /// Opens the database, makes it when there has never been one.
    ///
    /// - Parameter file: The database where it is a file. Beside it stands what says that there has been one, wherever
    ///   it is.
    public static func openDatabase(
        at location: DatabaseLocation, beside file: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        // To a replica's folder the secret is copied before its first start, so on a server it tells nothing.
        let secret: String? = if case .file = location { secretMadeAfter } else { nil }
        return try ServiceDatabase.open(
            at: location, migrations: migrations, options: options, mark: DatabaseMark(of: file, secret: secret))
    }

    /// Runs `body` as one durable transaction. It may run twice, so it touches nothing but the database.
    ///
    /// An error that `body` throws undoes what `body` did. A `Failure.Reason` that comes before the first change is
    /// passed on as a value, so that the other writes of the batch need not run again. One that comes later makes them
    /// run again.
    ///
    /// - Parameters:
    ///   - partition: What the write keeps to; see `WritePartition`.
    ///   - reads: What `body` asks first; see `ServiceDatabase.write`.
    nonisolated(nonsending) public func write<Value: Sendable>(
        on partition: WritePartition = .common, reading reads: @autoclosure () -> [SQL] = [],
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure.Reason>
        do {
            result = try await database.write(on: partition, reading: reads()) {
                try Self.passingOnRefusals($0, body)
            }
        } catch {
            throw Failure(error)
        }
        switch result {
        case .success(let value): return value
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Runs `body` inside of a write, and gives a `Failure.Reason` that comes before its first change as a value.
    public static func passingOnRefusals<Value>(
        _ connection: Connection, _ body: (Connection) throws -> Value
    ) throws -> Result<Value, Failure.Reason> {
        let changes = connection.totalChanges
        do { return .success(try body(connection)) } catch let refusal as Failure.Reason {
            guard connection.totalChanges == changes else { throw refusal }
            return .failure(refusal)
        }
    }

    /// Runs `body`; its statements see one state of the database.
    nonisolated(nonsending) public func read<Value>(
        _ body: (Connection) throws -> Value
    ) async throws(Failure) -> Value {
        do { return try await database.readSnapshot(body) } catch { throw Failure(error) }
    }

    /// A page of a feed that the store writes; see `FeedTable.readPage`.
    nonisolated(nonsending) public func readFeed(
        _ table: FeedTable, epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) async throws(Failure) -> FeedPage {
        try await read { try table.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    /// Forgets the tombstones of a feed from before a moment.
    public func pruneTombstones(of table: FeedTable, before moment: UnixTime) async throws(Failure) {
        try await write { _ = try table.pruneTombstones(olderThan: moment, in: $0) }
    }

    /// How far the accounts feed has been taken over; nil before its first page.
    nonisolated(nonsending) public func accountsCursor() async throws(Failure) -> FeedCursor? {
        try await read { try FeedCursorTable.read(AccountChange.feed, in: $0) }
    }
}
