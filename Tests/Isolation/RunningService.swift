/// Runs a service for as long as `body` takes.
/// - Parameters:
///   - isReady: Returns when the service is ready, or has failed.
///   - failed: Ends the wait for that.
public func whileRunning<Value>(
    _ run: @escaping @Sendable () async throws -> Void, isReady: () async -> Void,
    failed: @escaping @Sendable () -> Void, _ body: () async throws -> Value
) async throws -> Value {
    let running = Task {
        do { try await run() } catch {
            failed()
            throw error
        }
    }
    await isReady()
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    running.cancel()
    try await running.value
    return try outcome.get()
}

/// Ends the pauses of a loop when a test says so.
public struct Ticks: Sendable {
    private let ticks: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation

    public init() { (ticks, inlet) = AsyncStream.makeStream() }

    public func signal() { inlet.yield() }

    /// Returns at the next signal, and throws when the task is cancelled.
    public func pause() async throws {
        for await _ in ticks { return }
        throw CancellationError()
    }
}
