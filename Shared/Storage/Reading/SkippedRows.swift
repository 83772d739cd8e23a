import Synchronization

/// Reports rows that lists leave out: only the first for each statement and column, so that they do not fill the log.
final class SkippedRows: Sendable {
    private struct State {
        var told: Set<StorageError> = []
        var listener: (@Sendable (StorageError) -> Void)?
    }

    /// The most remembered reports; forgotten ones are repeated.
    private static let maximum = 64

    private let state = Mutex(State())

    func record(_ error: StorageError) {
        state.withLock { state in
            if state.told.count >= Self.maximum { state.told = [] }
            guard state.told.insert(error).inserted else { return }
            state.listener?(error)
        }
    }

    /// - Parameter listener: Must be fast, and must not read from the database.
    func listen(_ listener: @escaping @Sendable (StorageError) -> Void) {
        state.withLock { state in
            state.listener = listener
            for error in state.told { listener(error) }
        }
    }
}
