// Deletes what has expired, again and again.

import Logging
import Models

/// Deletes what has expired, again and again, in portions that do not keep other writes waiting.
struct PurgeLoop: Sendable {
    let store: any LocationStore
    let clock: any WallClock
    let logger: Logger
    /// Returns when it is time to look again.
    let pause: @Sendable () async throws -> Void
    /// The most locations deleted in one transaction.
    var portion = 500

    /// How long tombstones of the positions feed are kept, in seconds.
    private static let tombstonesKept: Int64 = 30 * 86_400

    /// Runs until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await purge()
            do { try await pause() } catch { return }
        }
    }

    private func purge() async {
        do throws(LocationStoreError) {
            while try await store.purgeExpired(at: clock.now(), limit: portion) == portion, !Task.isCancelled {}
            try await store.pruneTombstones(before: clock.now().adding(seconds: -PurgeLoop.tombstonesKept))
        } catch {
            // Nobody waits for an answer here. What has expired is not shown meanwhile, and the next round tries again.
            logger.warning("expired locations could not be deleted", metadata: ["cause": "\(error)"])
        }
    }
}
