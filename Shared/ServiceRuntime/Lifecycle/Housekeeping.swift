// Work that is done again and again: housekeeping, which looks for what is over.

/// Does `round` again and again until its task is cancelled.
///
/// - Parameter pause: Returns when it is time for the next round; throws when there is none.
public func repeatUntilCancelled(
    pausing pause: () async throws -> Void, _ round: () async -> Void
) async {
    while !Task.isCancelled {
        await round()
        do { try await pause() } catch { return }
    }
}
