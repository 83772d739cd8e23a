// What lists leave out because it cannot be read, and who is told of it.

import Synchronization

/// Tells of rows that lists leave out: of the first for each statement and column, so that they fill no log.
final class SkippedRows: Sendable {
    private struct State {
        var told: Set<StorageError> = []
        var listener: (@Sendable (StorageError) -> Void)?
    }

    /// More different ones are forgotten, and told again.
    private static let maximum = 64

    private let state = Mutex(State())

    func record(_ error: StorageError) {
        state.withLock { state in
            if state.told.count >= Self.maximum { state.told = [] }
            guard state.told.insert(error).inserted else { return }
            state.listener?(error)
        }
    }

    /// - Parameter listener: must be quick, and must not read from the database.
    func listen(_ listener: @escaping @Sendable (StorageError) -> Void) {
        state.withLock { state in
            state.listener = listener
            for error in state.told { listener(error) }
        }
    }
}
