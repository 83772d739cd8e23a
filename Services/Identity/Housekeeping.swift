import Logging
import Models
import ServiceRuntime

/// Deletes expired links, codes, networks, messages, security events and tombstones, completes erasures whose last step
/// in this service was interrupted, and prepares names of earlier versions for searches.
struct HousekeepingLoop: Sendable {
    /// How long a tombstone is kept, in seconds. A follower that was away for longer starts over.
    static let tombstoneSeconds: Int64 = 30 * 24 * 3600
    /// How long operators see a message that was given up, in seconds.
    static let deadMessageSeconds: Int64 = 7 * 24 * 3600
    /// The most rows of one kind in a transaction, so that other writes can run in between.
    private static let portion = 2000
    /// The same for names, because each name has about ten rows.
    private static let namePortion = 200

    let store: IdentityStore
    let securityEvents: SecurityEvents
    let networks: KnownNetworks
    let messages: LogMessageSender
    let messageLifetime: Duration
    let clock: any WallClock
    let logger: Logger
    let pause: @Sendable () async throws -> Void

    func run() async { await repeatUntilCancelled(pausing: pause) { await round() } }

    private func round() async {
        await confirmErasures()
        await fillNameParts()
        await purge()
        do { try await securityEvents.prune() } catch {
            logger.warning("old security events could not be deleted", metadata: ["cause": .failure(error)])
        }
    }

    /// Completes erasures whose account is deleted in the database, but perhaps not in the file of messages.
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

    private func fillNameParts() async {
        do throws(IdentityStoreError) {
            while try await store.fillNameParts(limit: HousekeepingLoop.namePortion), !Task.isCancelled {}
        } catch {
            logger.warning("some names could not be prepared for searches", metadata: ["cause": "\(error)"])
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
            // No caller waits for this, and expired data is no longer valid. The next round retries.
            logger.warning("expired rows could not be deleted", metadata: ["cause": "\(error)"])
        }
    }
}

/// Erases accounts whose grace period is over. Several processes may do so at once: the transaction that deletes an
/// account checks its grace period again.
struct DueErasures: Sendable {
    let service: IdentityContext
    let clock: any WallClock
    let pause: @Sendable () async throws -> Void

    private static let portion = 200

    func run() async { await repeatUntilCancelled(pausing: pause) { await round() } }

    private func round() async {
        let context = MessageContext(requestID: "due-erasures")
        do throws(IdentityStoreError) {
            while !Task.isCancelled {
                let due = try await service.store.dueErasures(at: clock.now(), limit: DueErasures.portion)
                for account in due { try await erase(account, context) }
                if due.count < DueErasures.portion { return }
            }
        } catch {
            // No user can sign in to these accounts. The next round retries.
            service.logger.following(context).warning(
                "accounts could not be erased that are due", metadata: ["cause": "\(error)"])
        }
    }

    private func erase(_ account: AccountID, _ context: MessageContext) async throws(IdentityStoreError) {
        // The messages are deleted first, so that none remains after a crash.
        service.messageLog.forget(account)
        guard try await service.store.eraseDue(account, at: clock.now()) else { return }
        service.record(.accountErased, account, reason: "its time of grace is over", context)
        // If a crash prevents this confirmation, the housekeeping confirms.
        for (erasure, erased) in try await service.store.pendingOwnErasures() where erased == account {
            try await service.store.confirmOwn(erasure, at: service.now)
        }
    }
}
