// Keeps a store that is away from filling the log: a line when it begins, one a minute, and one when it is over.

public import Logging
import Models
import Storage
import Synchronization

/// Tells the log that the store of a service is not available, and when it is again.
public final class StoreOutage: Sendable {
    private struct State {
        var limit = ReportLimit<ContinuousClock.Instant>()
        /// How many requests were refused since the store was last available.
        var refused = 0
        /// Whether the log has been told of that.
        var isLogged = false
    }

    private static let logPause = Duration.seconds(60)

    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    private let (begins, begin) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter now: the time by which lines are kept apart.
    public init(_ logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.logger = logger
        self.now = now
    }

    /// Counts a request that was refused since the store is not available, and logs it unless that was said already.
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

    /// Logs the end of each outage, until the task is cancelled.
    ///
    /// - Parameter pause: returns when it is time to look again whether the database can be used.
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
