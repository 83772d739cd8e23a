// The store of the push service: how its methods use the database. The methods stand beside it.

import Foundation
import Models
import Storage
import Synchronization

/// Keeps what push knows: tokens, announcements with their delivery counts, the queue, inboxes, what it follows and
/// what was asked. One method is one transaction; one that returns after a change has it on disk.
///
/// - Throws: `PushStoreError`, all methods.
struct PushStore: Store {
    typealias Failure = PushStoreError
    static let migrations = PushSchema.migrations

    let database: ServiceDatabase
    /// Hears of what changes about those who may be told of something: after each commit, in the order of the commits,
    /// and before the caller is answered.
    let audienceChanged: @Sendable ([AudienceChange]) -> Void
    /// The deliveries that are on their way. Each change that may keep something from being sent is told to it.
    let inFlight = InFlight()
    /// How many pushes people get at most.
    var caps = PushCaps()
    /// The topics that people subscribe to themselves. Of others publishers are told no counts.
    var openTopics = NamePatterns()
    /// Gives so many random bytes.
    var random: @Sendable (Int) -> [UInt8] = systemRandomBytes

    /// Runs `body` as one durable transaction. It may run twice, so it touches nothing but the database and `inFlight`:
    /// what is marked there twice, or in vain, is judged once more at most.
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
        let touched = Mutex<Set<Int64>>([])
        let outcome: Result<Result<Value, Refusal>, any Error> = await withUnsafeContinuation { continuation in
            database.write { connection in
                wasRun.set()
                return try PushStore.passingOnRefusals(connection) { connection in
                    var changes: [AudienceChange] = []
                    let value = try body(connection, &changes)
                    let recipients = changes.map(\.recipient)
                    touched.withLock { $0.formUnion(recipients) }
                    return Changed(value: value, changes: changes)
                }
            } completion: { result in
                // On the writer's thread, and so between the transactions.
                if wasRun.isSet { inFlight.commit() }
                switch result {
                case .success(.success(let changed)):
                    committed?()
                    if !changed.changes.isEmpty { audienceChanged(changed.changes) }
                case .success(.failure): break
                case .failure(StorageError.outcomeUnknown):
                    let recipients = touched.withLock { $0 }
                    if !recipients.isEmpty { readAgain(recipients) }
                case .failure: break
                }
                continuation.resume(returning: result.map { $0.map(\.value) })
            }
        }
        switch outcome {
        case .success(.success(let value)): return value
        case .success(.failure(let refusal)): throw .refused(refusal)
        case .failure(let error): throw PushStoreError(error)
        }
    }

    /// Tells of people as the database has them, after a COMMIT that nobody knows to have taken effect.
    private func readAgain(_ recipients: Set<Int64>) {
        // A write, so that it is told of in its turn among the others.
        database.write { connection in
            try recipients.flatMap { recipient in
                let found = try PushStore.audience(after: recipient - 1, limit: 1, in: connection).rows.first
                guard let found, found.recipient == recipient else {
                    return [AudienceChange(recipient: recipient, change: .erased)]
                }
                return found.changes
            }
        } completion: { (result: Result<[AudienceChange], any Error>) in
            switch result {
            case .success(let changes): audienceChanged(changes)
            case .failure(StorageError.closed), .failure(StorageError.leaseLost): break
            case .failure:
                Task {
                    try await Task.sleep(for: PushStore.pauseBeforeReadingAgain)
                    readAgain(recipients)
                }
            }
        }
    }

    /// While the server does not answer.
    private static let pauseBeforeReadingAgain = Duration.seconds(1)
}

/// Why the store does not do what it is asked.
typealias PushStoreError = StoreFailure<Refusal>

/// What a transaction gives, and what it changes of the audience.
private struct Changed<Value: Sendable>: Sendable {
    var value: Value
    var changes: [AudienceChange]
}

/// Whether a body of a transaction has run: one that is refused has not, and is answered on its caller's thread.
private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}
