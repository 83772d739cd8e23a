/// - Parameter pause: Returns when the next round is due; throws at the end.
public func repeatUntilCancelled(
    pausing pause: () async throws -> Void, _ round: () async -> Void
) async {
    while !Task.isCancelled {
        await round()
        do { try await pause() } catch { return }
    }
}
