import Logging
import Models
import ServiceRuntime

struct HousekeepingLoop: Sendable {
    let store: PushStore
    let clock: any WallClock
    let logger: Logger
    let retention = Retention()
    let pause: @Sendable () async throws -> Void

    /// The rows of one transaction, so that other writes can run in between.
    private static let portion = 2000

    func run() async {
        await repeatUntilCancelled(pausing: pause) {
            do throws(PushStoreError) { try await round() } catch {
                // The next round tries again.
                logger.warning(
                    "old rows could not be deleted; push tries again within a minute",
                    metadata: ["cause": .failure(error)])
            }
        }
    }

    private func round() async throws(PushStoreError) {
        let portion = HousekeepingLoop.portion
        while try await store.expire(limit: portion, at: clock.now()), !Task.isCancelled {}
        while try await store.endLeft(limit: portion, at: clock.now()), !Task.isCancelled {}
        while try await store.removeUnreceived(limit: portion), !Task.isCancelled {}
        while try await store.forget(retention, limit: portion, at: clock.now()), !Task.isCancelled {}
        let moment = clock.now().adding(seconds: -retention.silentTokens)
        try await store.removeTokens(silentSince: moment, limit: portion, at: clock.now())
    }
}
