// One write on its way through the queue, the transaction and back to its caller.

import Models

/// A write that waits for its transaction or for its answer.
///
/// `@unchecked Sendable`: it is made by the caller, handed over through the queue's lock, and from then on touched by
/// the writer's thread alone.
class QueuedWrite: @unchecked Sendable {
    /// What the write keeps to.
    let partition: WritePartition
    /// What it asks first; see `ServiceDatabase.write`.
    let reads: [SQL]
    /// What it belongs to; nil for what a service does by itself.
    let request: (any RequestValidity)?

    init(on partition: WritePartition, reading reads: [SQL], for request: (any RequestValidity)?) {
        (self.partition, self.reads, self.request) = (partition, reads, request)
    }

    /// Does the work; may be called a second time, in another transaction, when the first one was rolled back.
    func run(on connection: Connection) throws {}

    /// Looks whether its request may still be carried out. To be called when nobody else can write what it has written: then
    /// a later look by another process finds it.
    ///
    /// - Throws: `requestOver`.
    final func checkRequest() throws(StorageError) {
        if let request, !request.isValid { throw .requestOver }
    }

    /// Forgets the result and answers `error`.
    func fail(_ error: any Error) {}

    /// What it would be answered now; nil when it went well.
    var failure: (any Error)? { nil }

    /// Whether it was made only to find out whether writing works.
    final var isCheck: Bool { partition == .writeCheck }

    /// Tells the caller how it ended; called once, last.
    func answer() {}
}

/// A write with its type of result.
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

    /// Notes the act of an operator that the write is a part of, in the same transaction, when it has changed something.
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
