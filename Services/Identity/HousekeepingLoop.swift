// Regular work: deletes what has expired.

import Logging
import Models
import ServiceRuntime

/// Deletes password links and codes that have expired, the requests that were counted for them, networks that were not
/// used for long, old messages in the message file, messages that were given up long ago, old events of the security log,
/// and tombstones that every follower has had time to see. Finishes erasures of which this service was interrupted in its own part.
struct HousekeepingLoop: Sendable {
    /// How long a tombstone is kept. Who was away for longer starts over.
    static let tombstoneSeconds: Int64 = 30 * 24 * 3600
    /// How long an operator sees that a message was given up.
    static let deadMessageSeconds: Int64 = 7 * 24 * 3600
    /// The most rows of a kind in one transaction, so that others write in between.
    private static let portion = 2000

    let store: IdentityStore
    let securityEvents: SecurityEvents
    let networks: KnownNetworks
    let messages: LogMessageSender
    /// How long a message stays in the file.
    let messageLifetime: Duration
    let clock: any WallClock
    let logger: Logger
    /// Returns when it is time to look again.
    let pause: @Sendable () async throws -> Void

    /// Runs until its task is cancelled.
    func run() async { await repeatUntilCancelled(pausing: pause) { await round() } }

    private func round() async {
        await confirmErasures()
        await purge()
        do { try await securityEvents.prune() } catch {
            logger.warning("old security events could not be deleted", metadata: ["cause": .failure(error)])
        }
    }

    /// The account is gone from the database; its messages go from the file, and then nothing is left of it here.
    private func confirmErasures() async {
        do throws(IdentityStoreError) {
            for (erasure, account) in try await store.pendingOwnErasures() {
                messages.forget(account)
                try await store.confirmOwn(erasure, at: clock.now())
            }
        } catch {
            logger.warning("an erasure could not be finished", metadata: ["cause": "\(error)"])
        }
    }

    private func purge() async {
        let now = clock.now()
        messages.forget(writtenBefore: now.adding(seconds: -messageLifetime.components.seconds))
        do throws(IdentityStoreError) {
            while try await store.purge(
                at: now, tombstonesBefore: now.adding(seconds: -HousekeepingLoop.tombstoneSeconds),
                networksBefore: networks.oldest(at: now),
                messagesGivenUpBefore: now.adding(seconds: -HousekeepingLoop.deadMessageSeconds),
                limit: HousekeepingLoop.portion), !Task.isCancelled
            {}
        } catch {
            // Nobody waits for an answer here. What is over does not count meanwhile, and the next round tries again.
            logger.warning("what is over could not be deleted", metadata: ["cause": "\(error)"])
        }
    }
}
