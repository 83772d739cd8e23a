import Logging
import MessageBus
import Models
import ServiceRuntime

/// Does scheduled work in portions that do not delay other writes.
struct HousekeepingLoop: Sendable {
    let service: SessionContext
    let endedKeys: EndedAPIKeys
    let acts: BegunActs
    let clock: any WallClock
    let pause: @Sendable () async throws -> Void
    var portion = 200

    /// In milliseconds; also between two deletions of old tombstones, because each is announced to followers.
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
                    // Without Apple's Services key no token can be revoked there, so waiting tokens of erased accounts are
                    // deleted.
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
                // No caller waits for an answer here. Expired data is invalid anyway, and the next round retries.
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

    /// Asks identity to erase anonymous accounts without a living session: they cannot be signed in to again. The accounts feed
    /// confirms the erasure of those that had a session; until then each round repeats the request.
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
