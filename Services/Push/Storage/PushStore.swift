import Foundation
import Models
import Storage
import Synchronization

struct PushStore: PublishingStore, AudienceStore, QueueStore {
    typealias Failure = PushStoreError
    static let migrations = PushSchema.migrations

    let database: ServiceDatabase
    /// Called after each commit, in the order of the commits, before the caller is answered.
    let audienceChanged: @Sendable ([AudienceChange]) -> Void
    let inFlight = InFlight()
    var caps = PushCaps()
    var openTopics = NamePatterns()
    var random: @Sendable (Int) -> [UInt8] = systemRandomBytes

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(PushStoreError) -> Value {
        try await change(committed: nil) { connection, _ in try body(connection) }
    }

    func change<Value: Sendable>(
        committed: (@Sendable () -> Void)?,
        _ body: @escaping @Sendable (Connection, inout [AudienceChange]) throws -> Value
    ) async throws(PushStoreError) -> Value {
        // A refused transaction has not run, and is answered on its caller's thread.
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
                // This runs on the writer's thread, and so between transactions.
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

    /// Reports recipients as stored after a COMMIT with an unknown result.
    private func readAgain(_ recipients: Set<Int64>) {
        // This is a write, so that the report keeps its order among the others.
        database.write { connection in
            try recipients.flatMap { recipient in
                let found = try AudienceRow.all(after: recipient - 1, limit: 1, in: connection).rows.first
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

    private static let pauseBeforeReadingAgain = Duration.seconds(1)
}

typealias PushStoreError = StoreFailure<Refusal>

private struct Changed<Value: Sendable>: Sendable {
    var value: Value
    var changes: [AudienceChange]
}

final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
