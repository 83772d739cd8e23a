public import Foundation
public import Models

/// The methods of a service's database. Each is one transaction, unless its comment says otherwise.
public protocol Store: Sendable {
    associatedtype Failure: StoreError

    /// The steps of the schema. New steps are only appended.
    static var migrations: [Migration] { get }

    /// The name of a secret in `keys/` that the service creates after its database; nil if it creates none.
    static var secretMadeAfter: String? { get }

    var database: ServiceDatabase { get }
}

extension Store {
    public static var secretMadeAfter: String? { nil }

    /// Opens the database, and creates the file if it never existed.
    public static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try openDatabase(at: .file(url), beside: url, options: options)
    }

    /// Opens the database, or creates it if it never existed. A mark beside the file records this on either engine.
    public static func openDatabase(
        at location: DatabaseLocation, beside file: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        // A replica gets a copy of the secret before its first start. So on a server it proves no earlier database.
        let secret: String? = if case .file = location { secretMadeAfter } else { nil }
        return try ServiceDatabase.open(
            at: location, migrations: migrations, options: options, mark: DatabaseMark(of: file, secret: secret))
    }

    /// Runs `body` as one durable transaction. `body` may run several times, so it must touch nothing but the database.
    /// An error undoes its changes. If `body` refuses with a `Failure.Reason` before its first change, the refusal is
    /// passed on as a value, so that the other writes of the batch need not run again.
    /// - Parameter then: See `ServiceDatabase.write`.
    nonisolated(nonsending) public func write<Value: Sendable>(
        on partition: WritePartition = .common, reading reads: @autoclosure () -> [SQL] = [],
        then: (@Sendable (Result<Value, Failure>) -> Void)? = nil,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Result<Value, Failure.Reason>, any Error>
        do {
            let then = then.map { then in
                { @Sendable (result: Result<Result<Value, Failure.Reason>, any Error>) in then(Self.outcome(result)) }
            }
            result = .success(
                try await database.write(on: partition, reading: reads(), then: then) {
                    try Self.passingOnRefusals($0, body)
                })
        } catch {
            result = .failure(error)
        }
        return try Self.outcome(result).get()
    }

    private static func outcome<Value>(
        _ result: Result<Result<Value, Failure.Reason>, any Error>
    ) -> Result<Value, Failure> {
        switch result {
        case .success(.success(let value)): .success(value)
        case .success(.failure(let refusal)): .failure(.refused(refusal))
        case .failure(let error): .failure(Failure(error))
        }
    }

    /// Runs `body` inside a write. If it throws a `Failure.Reason` before its first change, returns that as a value.
    public static func passingOnRefusals<Value>(
        _ connection: Connection, _ body: (Connection) throws -> Value
    ) throws -> Result<Value, Failure.Reason> {
        let changes = connection.totalChanges
        do { return .success(try body(connection)) } catch let refusal as Failure.Reason {
            guard connection.totalChanges == changes else { throw refusal }
            return .failure(refusal)
        }
    }

    /// Runs `body`. All its statements see one state of the database.
    nonisolated(nonsending) public func read<Value>(
        _ body: (Connection) throws -> Value
    ) async throws(Failure) -> Value {
        do { return try await database.readSnapshot(body) } catch { throw Failure(error) }
    }

    /// Reads a page of a feed; see `FeedTable.readPage`.
    nonisolated(nonsending) public func readFeed(
        _ table: FeedTable, epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) async throws(Failure) -> FeedPage {
        try await read { try table.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    public func pruneTombstones(of table: FeedTable, before moment: UnixTime) async throws(Failure) {
        try await write { _ = try table.pruneTombstones(olderThan: moment, in: $0) }
    }

    /// Returns the position in the accounts feed; nil before the first page.
    nonisolated(nonsending) public func accountsCursor() async throws(Failure) -> FeedCursor? {
        try await read { try FeedCursorTable.read(AccountChange.feed, in: $0) }
    }
}

/// An error of a store. All stores share these cases, and each adds the refusals of its service.
public protocol StoreError: Error {
    /// The service's rules that refuse a request; `Never` if this error has its own cases for them.
    associatedtype Reason: Error = Never

    static func refused(_ reason: Reason) -> Self
    static var overloaded: Self { get }
    /// Creates the error for a database that is unusable at the moment: closed, full, locked or damaged.
    static func unavailable(_ cause: any Error) -> Self
    static func failed(_ cause: any Error) -> Self

    /// The error for the sender of the request; nil if the error is a defect.
    var answer: ServiceError? { get }

    /// The database's problem, or the defect; nil if the error is a refusal.
    var cause: (any Error)? { get }
}

extension StoreError where Reason == Never {
    public static func refused(_ reason: Never) -> Self {}
}

extension StoreError {
    public var answer: ServiceError? { nil }
    public var cause: (any Error)? { nil }

    /// Converts an error of the database, or of code that ran in it.
    public init(_ error: any Error) {
        self =
            switch error {
            case let error as Self: error
            case let refusal as Reason: .refused(refusal)
            case StorageError.overloaded: .overloaded
            // Most texts have rules that refuse U+0000 earlier. This is for texts without such rules.
            case StorageError.textWithNUL: .failed(ServiceError.textWithNUL)
            case StorageError.constraint, StorageError.sqlite, StorageError.postgreSQL, StorageError.migrationFailed,
                StorageError.unreadable:
                .failed(error)
            case is StorageError: .unavailable(error)
            default: .failed(error)
            }
    }
}

/// The error of a store whose transactions refuse with `Reason`; `Never` if they refuse nothing.
public enum StoreFailure<Reason: ServiceRefusal>: StoreError {
    case refused(Reason)
    case overloaded
    case unavailable(any Error)
    case failed(any Error)

    public var answer: ServiceError? {
        switch self {
        case .refused(let reason): reason.answer
        case .overloaded: .storeOverloaded
        case .unavailable(let cause): ServiceError(unavailable: cause)
        case .failed(let cause): cause as? ServiceError
        }
    }

    public var cause: (any Error)? {
        switch self {
        case .refused, .overloaded: nil
        case .failed(let cause) where cause is ServiceError: nil
        case .unavailable(let cause), .failed(let cause): cause
        }
    }
}

extension StoreFailure: CustomStringConvertible {
    /// The text for the log. Errors of other code appear only by their type, because their text may quote data.
    public var description: String {
        switch self {
        case .refused(let reason): "the rules refuse it: \(reason)"
        case .overloaded: "more writes wait than the store takes"
        case .unavailable(let cause): "the store is not available: \(StoreFailure.describe(cause))"
        case .failed(let cause): "the store failed: \(StoreFailure.describe(cause))"
        }
    }

    private static func describe(_ cause: any Error) -> String {
        (cause as? StorageError)?.description ?? String(reflecting: type(of: cause))
    }
}

extension ServiceError {
    /// The error for too many writes that wait for the store.
    public static var storeOverloaded: ServiceError {
        ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
    }

    /// The error for a text that cannot be stored or searched for.
    static var textWithNUL: ServiceError {
        ServiceError(.invalidRequest, "a text must not contain the character U+0000")
    }

    /// Creates the client's error. It names a lasting problem, such as a full disk; for any other problem it asks for a
    /// retry. The cause is only for the log.
    public init(unavailable cause: any Error) {
        let message =
            switch cause {
            case StorageError.corrupt:
                "the server's database is damaged, and nothing was done; try again later, and tell the operator of the "
                    + "server to restore a backup"
            case StorageError.inputOutput, StorageError.readOnly, StorageError.cannotOpen:
                "the server cannot use its disk, and nothing was done; try again later, and tell its operator"
            case StorageError.outcomeUnknown:
                "the server lost its database; the change may have been made, so check before you try again"
            case StorageError.diskFull: "the server has no space left and can store nothing; try again later"
            case StorageError.tablesUnusable:
                "the server cannot use a part of its database, and nothing was done; try again later, and tell its "
                    + "operator"
            case StorageError.requestOver: "the server was suspended, and stored nothing; try again"
            default: "the store is not available"
            }
        let isLasting =
            switch cause {
            case StorageError.corrupt, StorageError.inputOutput, StorageError.readOnly, StorageError.cannotOpen,
                StorageError.diskFull, StorageError.tablesUnusable:
                true
            default: false
            }
        self.init(.unavailable, message, retryAfter: isLasting ? 60 : 1)
    }

    /// The client's error for an error of a handler; nil for a defect, and for an error of the bus.
    public init?(answering error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let refusal as any ServiceRefusal: self = refusal.answer
        case let error as any StoreError:
            guard let answer = error.answer else { return nil }
            self = answer
        default: return nil
        }
    }
}
