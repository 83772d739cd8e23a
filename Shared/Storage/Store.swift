public import Foundation
public import Models

/// The methods of a service's database, one transaction each.
public protocol Store: Sendable {
    associatedtype Failure: StoreError

    /// Steps are only appended.
    static var migrations: [Migration] { get }

    /// The name of a secret in `keys/` that the service creates after its database; nil for none.
    static var secretMadeAfter: String? { get }

    var database: ServiceDatabase { get }
}

extension Store {
    public static var secretMadeAfter: String? { nil }

    /// Creates the file if there was never one.
    public static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try openDatabase(at: .file(url), beside: url, options: options)
    }

    /// Creates the database if there was never one: a mark beside the file records that, on either engine.
    public static func openDatabase(
        at location: DatabaseLocation, beside file: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        // A replica gets a copy of the secret before its first start, so on a server the secret proves nothing.
        let secret: String? = if case .file = location { secretMadeAfter } else { nil }
        return try ServiceDatabase.open(
            at: location, migrations: migrations, options: options, mark: DatabaseMark(of: file, secret: secret))
    }

    /// Runs `body` as one durable transaction. It may run twice, so it must touch nothing but the database. An error undoes its
    /// changes. A `Failure.Reason` before the first change is passed on as a value, so that the other writes of the batch need
    /// not run again.
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

    /// Runs `body` inside a write, and returns a `Failure.Reason` before its first change as a value.
    public static func passingOnRefusals<Value>(
        _ connection: Connection, _ body: (Connection) throws -> Value
    ) throws -> Result<Value, Failure.Reason> {
        let changes = connection.totalChanges
        do { return .success(try body(connection)) } catch let refusal as Failure.Reason {
            guard connection.totalChanges == changes else { throw refusal }
            return .failure(refusal)
        }
    }

    /// All statements of `body` see one state of the database.
    nonisolated(nonsending) public func read<Value>(
        _ body: (Connection) throws -> Value
    ) async throws(Failure) -> Value {
        do { return try await database.readSnapshot(body) } catch { throw Failure(error) }
    }

    /// See `FeedTable.readPage`.
    nonisolated(nonsending) public func readFeed(
        _ table: FeedTable, epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) async throws(Failure) -> FeedPage {
        try await read { try table.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    public func pruneTombstones(of table: FeedTable, before moment: UnixTime) async throws(Failure) {
        try await write { _ = try table.pruneTombstones(olderThan: moment, in: $0) }
    }

    /// The position in the accounts feed; nil before its first page.
    nonisolated(nonsending) public func accountsCursor() async throws(Failure) -> FeedCursor? {
        try await read { try FeedCursorTable.read(AccountChange.feed, in: $0) }
    }
}
