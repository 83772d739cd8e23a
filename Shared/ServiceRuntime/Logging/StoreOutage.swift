public import Logging
import Models
import Storage
import Synchronization

/// Logs when a service's store becomes unavailable, and when it is available again.
public final class StoreOutage: Sendable {
    private struct State {
        var limit = ReportLimit<ContinuousClock.Instant>()
        var refused = 0
        var isLogged = false
    }

    private static let logPause = Duration.seconds(60)

    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    private let (begins, begin) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates the log of a store's outages.
    /// - Parameter now: The clock for pauses between lines.
    public init(_ logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.logger = logger
        self.now = now
    }

    func record(_ cause: any Error, _ context: MessageContext) {
        let now = now()
        let count = state.withLock { state -> Int? in
            state.refused += 1
            let count = state.limit.record(at: now, quietUntil: now.advanced(by: StoreOutage.logPause))
            if count != nil { state.isLogged = true }
            return count
        }
        begin.yield()
        guard let count else { return }
        logger.following(context).error(
            "the store is not available; more of this is logged once a minute",
            metadata: ["cause": .failure(cause), "count": .shown(count)])
    }

    /// Logs the end of each outage until the task is cancelled.
    /// - Parameter pause: Returns when the next check is due.
    func watch(
        _ database: ServiceDatabase,
        pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    ) async {
        for await _ in begins {
            repeat {
                do { try await pause() } catch { return }
            } while await database.findObstacle() != nil
            end()
        }
    }

    private func end() {
        let refused = state.withLock { state -> Int? in
            defer { (state.refused, state.isLogged) = (0, false) }
            return state.isLogged ? state.refused : nil
        }
        guard let refused else { return }
        logger.notice("the store is available again", metadata: ["refused": .shown(refused)])
    }
}
