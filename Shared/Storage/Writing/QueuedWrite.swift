import Models

/// A write in the queue. `@unchecked Sendable`: the caller creates it and passes it through the queue's lock; from then
/// on only the writer's thread uses it.
class QueuedWrite: @unchecked Sendable {
    let partition: WritePartition
    let reads: [SQL]
    let request: (any RequestValidity)?

    init(on partition: WritePartition, reading reads: [SQL], for request: (any RequestValidity)?) {
        (self.partition, self.reads, self.request) = (partition, reads, request)
    }

    /// Runs the write. After a rollback it may be called again, in another transaction.
    func run(on connection: Connection) throws {}

    /// Throws `requestOver` if the request is no longer valid. Must be called when no other process can change the
    /// write's result, so that a later check by another process finds the result.
    final func checkRequest() throws(StorageError) {
        if let request, !request.isValid { throw .requestOver }
    }

    func fail(_ error: any Error) {}

    var failure: (any Error)? { nil }

    final var isCheck: Bool { partition == .writeCheck }

    /// Answers the caller. Called once, as the last step.
    func answer() {}
}

/// A write with a result. `@unchecked Sendable` like `QueuedWrite`: only the writer's thread uses it.
final class TypedWrite<Value: Sendable>: QueuedWrite, @unchecked Sendable {
    private let body: @Sendable (Connection) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void
    private var result: Result<Value, any Error> = .failure(StorageError.closed)

    init(
        on partition: WritePartition = .common, reading reads: [SQL] = [], for request: (any RequestValidity)? = nil,
        _ body: @escaping @Sendable (Connection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.body = body
        self.completion = completion
        super.init(on: partition, reading: reads, for: request)
    }

    /// Runs the write. If it belongs to an operator's act and changes something, records the act with it.
    override func run(on connection: Connection) throws {
        guard let act = request?.act else {
            result = .success(try body(connection))
            return
        }
        let changes = connection.totalChanges
        let value = try body(connection)
        if connection.totalChanges != changes { try PerformedActTable.record(act, in: connection) }
        result = .success(value)
    }

    override func fail(_ error: any Error) { result = .failure(error) }

    override var failure: (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    override func answer() { completion(result) }
}

/// The rows and feeds that a write may touch. SQLite has one writer, so all writes run in order. On PostgreSQL, writes
/// that share no key run in parallel, also in other processes; for common writes see `common`.
public enum WritePartition: Hashable, Sendable {
    /// The write may touch anything, including feeds. In a database with feeds, its transaction excludes all other
    /// writes; without feeds, the engine aborts conflicting transactions, which then run again.
    case common
    /// The write changes no feed, and reads and changes only rows of these keys, such as the rows of a device. Writes
    /// of one process with the same first key run in the order of their arrival.
    case keys([String])

    public static func key(_ key: String) -> WritePartition { .keys([key]) }

    /// The partition of the writes that check whether writing works.
    static let writeCheck = WritePartition.key("write check")

    var mayChangeFeeds: Bool { self == .common }

    /// The keys; empty for a common write.
    var keys: [String] { if case .keys(let keys) = self { keys } else { [] } }
}
