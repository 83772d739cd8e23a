/// - Parameter pause: Returns when the next round is due; throws at the end.
public func repeatUntilCancelled(
    pausing pause: () async throws -> Void, _ round: () async -> Void
) async {
    while !Task.isCancelled {
        await round()
        do { try await pause() } catch { return }
    }
}

/// Wakes a loop of work. Signals that arrive during the work count as one.
package struct WorkSignal: Sendable {
    private let signals: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation

    package init() { (signals, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    package func signal() { inlet.yield() }

    /// Does the work after each signal, at the start, and after each pause, until the task is cancelled.
    package func run(
        pausing pause: @escaping @Sendable () async throws -> Void, _ work: @escaping @Sendable () async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await repeatUntilCancelled(pausing: pause) { signal() } }
            group.addTask { for await _ in signals { await work() } }
        }
    }
}
