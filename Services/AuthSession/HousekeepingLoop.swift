// Expires sessions, deletes old rows, erases unreachable accounts and makes new signing keys, at intervals.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// Does what is due by the clock, at intervals, in portions that do not keep other writes waiting.
struct HousekeepingLoop: Sendable {
    let service: SessionContext
    let endedKeys: EndedAPIKeys
    let acts: BegunActs
    /// By which is deleted what is old.
    let clock: any WallClock
    /// Returns when it is time to look again.
    let pause: @Sendable () async throws -> Void
    /// The most sessions in one transaction.
    var portion = 200

    /// Milliseconds between two looks at all rows, and at old tombstones, since followers are told of each removal.
    private static let pruningPause: Int64 = 3_600_000

    /// Runs until its task is cancelled.
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
                    // Without Apple's Services key no token can be revoked at Apple. Tokens of erased accounts that
                    // wait for that are then deleted.
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
                // Nobody waits for an answer here. What is over does not count meanwhile, and the next round tries
                // again.
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

    /// Asks identity to erase anonymous accounts whose last session has ended, or with which none began, since nobody
    /// can sign in to them again. The accounts feed says when the former are gone; until then they are asked for again
    /// in each round, also after a crash.
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
