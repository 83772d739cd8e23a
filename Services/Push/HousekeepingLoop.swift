// Ends deliveries whose time is over and deletes old rows, at intervals.

import Logging
import Models
import ServiceRuntime

/// Ends what waits although its time is over, and forgets what is old.
struct HousekeepingLoop: Sendable {
    let store: PushStore
    let clock: any WallClock
    let logger: Logger
    let retention: Retention
    /// Returns when it is time for the next round.
    let pause: @Sendable () async throws -> Void

    /// The most rows of one transaction, so that others write in between.
    private static let portion = 2000

    /// Goes on until its task is cancelled.
    func run() async {
        await repeatUntilCancelled(pausing: pause) {
            do throws(PushStoreError) { try await round() } catch {
                // Nobody waits for an answer here, and the next round tries again.
                logger.warning("old rows could not be cleared away", metadata: ["cause": .failure(error)])
            }
        }
    }

    private func round() async throws(PushStoreError) {
        let portion = HousekeepingLoop.portion
        while try await store.expire(limit: portion, at: clock.now()), !Task.isCancelled {}
        while try await store.endLeft(limit: portion, at: clock.now()), !Task.isCancelled {}
        while try await store.takeBackUntold(limit: portion), !Task.isCancelled {}
        while try await store.forget(retention, limit: portion, at: clock.now()), !Task.isCancelled {}
        let moment = clock.now().adding(seconds: -retention.silentTokens)
        try await store.removeTokens(silentSince: moment, limit: portion, at: clock.now())
    }
}
