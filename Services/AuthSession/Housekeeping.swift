import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Does scheduled work in portions that do not delay other writes.
struct HousekeepingLoop: Sendable {
    let service: SessionContext
    let endedKeys: EndedAPIKeys
    let acts: BegunActs
    let clock: any WallClock
    let pause: @Sendable () async throws -> Void
    var portion = 200

    /// The pause between prunings in milliseconds. It also separates announced deletions of old tombstones.
    private static let pruningPause: Int64 = 3_600_000

    func run() async {
        var prunedAt: UnixTime?
        await repeatUntilCancelled(pausing: pause) {
            let now = clock.now()
            do {
                try await purge(at: now)
                try await acts.settleLeftBehind()
                try await endedKeys.tellFollowers()
                try await endedKeys.endWebhooks()
                try await eraseAbandoned(at: now)
                if prunedAt.map({ now.rawValue - $0.rawValue >= HousekeepingLoop.pruningPause }) ?? true {
                    try await service.store.pruneTombstones(at: now)
                    // Without Apple's Services key no token can be revoked at Apple, so the tokens of erased accounts
                    // are deleted.
                    if service.appleTokens == nil {
                        let moment = now.adding(seconds: -SessionLimits.keptAfterEnd)
                        try await service.store.forgetAppleRevocations(dueBefore: moment)
                    }
                    while try await service.store.pruneSignOuts(at: now, limit: portion) >= portion {
                        try Task.checkCancellation()
                    }
                    while try await service.store.pruneClients(at: now, limit: portion) >= portion {
                        try Task.checkCancellation()
                    }
                    try await service.log.kept.prune()
                    try await countInstallations(at: service.clock.now())
                    prunedAt = now
                }
                if let key = try await service.ring.keepUp(at: service.clock.now()) {
                    service.log.madeSigningKey(key.id, signsFrom: key.activeFrom, nil)
                }
            } catch {
                // No caller waits for this, and expired data is invalid anyway. The next round retries.
                service.log.logger.warning("the purge did not get through", metadata: ["cause": .failure(error)])
            }
        }
    }

    private func countInstallations(at now: UnixTime) async throws {
        let since = now.adding(seconds: -CountInstallations.activity)
        let counts = try await service.store.countInstallations(activeSince: since)
        service.installations.record(counts)
        service.installationCounts.record(counts, at: now)
    }

    /// Asks the identity service to erase anonymous accounts without a living session: no user can sign in to them
    /// again. The accounts feed confirms the erasure of an account that had a session; until then each round repeats
    /// the request.
    private func eraseAbandoned(at now: UnixTime) async throws {
        let unused = service.unusedAccounts.due(at: now, limit: portion)
        for account in try await unused + service.store.abandonedAccounts(limit: portion) {
            try Task.checkCancellation()
            let context = MessageContext(requestID: "purge")
            do {
                _ = try await service.client.send(EraseUnreachableAccount(account: account), context)
                service.unusedAccounts.remove(account)
            } catch {
                service.log.logger.debug("an account could not be erased", metadata: ["cause": .failure(error)])
                return
            }
        }
    }

    private func purge(at now: UnixTime) async throws {
        while !Task.isCancelled {
            let purged = try await service.store.purge(at: now, limit: portion)
            service.notify(purged.ended, nil)
            if purged.count < portion { return }
        }
    }
}

/// Announces expired API keys to the followers of the credentials feed and to the push service, which then ends the
/// plans of the keys, and the webhooks of publishers without a valid key.
final class EndedAPIKeys: Sendable {
    private let store: SessionStore
    private let client: BusClient
    private let clock: any WallClock
    private let logger: Logger
    /// The times until which expired keys were announced. After a start, all expired keys are announced again, because
    /// a crash may have lost some announcements.
    private let toldUntil = Mutex((followers: UnixTime(milliseconds: 0), push: UnixTime(milliseconds: 0)))

    init(store: SessionStore, client: BusClient, clock: any WallClock, logger: Logger) {
        (self.store, self.client, self.clock, self.logger) = (store, client, clock, logger)
    }

    func tellFollowers() async throws(SessionStoreError) {
        let now = clock.now()
        try await store.recordEndedAPIKeys(after: toldUntil.withLock { $0.followers }, at: now)
        toldUntil.withLock { $0.followers = now }
    }

    /// Deletes the webhooks of publishers without a valid key. If the push service is unreachable, this is retried.
    func endWebhooks() async throws(SessionStoreError) {
        let now = clock.now()
        let publishers = try await store.publishersWithoutKey(endedAfter: toldUntil.withLock { $0.push }, at: now)
        for publisher in publishers {
            do {
                _ = try await client.send(RemoveWebhook(publisher: publisher), MessageContext(requestID: "ended-keys"))
            } catch BusError.refused(let error) where error.code == .notFound {
                // The error means that the publisher has no webhook, so nothing is left to do.
            } catch {
                return logger.debug(
                    "push could not be told of publishers without a key", metadata: ["cause": .failure(error)])
            }
        }
        toldUntil.withLock { $0.push = now }
    }
}
