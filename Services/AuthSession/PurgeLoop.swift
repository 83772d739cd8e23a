// Ends what time ends, forgets what ended long ago, and makes new signing keys, again and again.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// Does what is due by the clock, again and again, in portions that do not keep other writes waiting.
struct PurgeLoop: Sendable {
    let service: SessionContext
    /// Returns when it is time to look again.
    let pause: @Sendable () async throws -> Void
    /// The most sessions in one transaction.
    var portion = 200

    /// Milliseconds between two looks at old tombstones, since followers are told of each removal.
    private static let pruningPause: Int64 = 3_600_000

    /// Runs until its task is cancelled.
    func run() async {
        var prunedAt: UnixTime?
        await repeatUntilCancelled(pausing: pause) {
            let now = service.clock.now()
            do {
                try await purge(at: now)
                try await eraseAbandoned()
                if prunedAt.map({ now.rawValue - $0.rawValue >= PurgeLoop.pruningPause }) ?? true {
                    try await service.store.pruneTombstones(at: now)
                    // Without the Services key nothing can be revoked; of who is erased nothing stays for that.
                    if service.apple?.tokens == nil {
                        let moment = now.adding(seconds: -SessionLimits.keptAfterEnd)
                        try await service.store.forgetAppleRevocations(dueBefore: moment)
                    }
                    while try await service.store.pruneSignOuts(at: now, limit: portion) >= portion {
                        try Task.checkCancellation()
                    }
                    prunedAt = now
                }
                if let key = try await service.ring.keepUp(at: now) {
                    service.log.madeSigningKey(key.id, signsFrom: key.activeFrom, nil)
                }
            } catch {
                // Nobody waits for an answer here. What is over does not count meanwhile, and the next round tries again.
                service.log.logger.warning("the purge did not get through", metadata: ["cause": .failure(error)])
            }
        }
    }

    /// Has accounts erased whose last session has ended, and to which nobody can sign in. The accounts feed tells when they
    /// are gone, so whoever crashes in between, or finds identity away, asks again.
    private func eraseAbandoned() async throws {
        for account in try service.store.abandonedAccounts(limit: portion) {
            try Task.checkCancellation()
            let context = MessageContext(requestID: "purge")
            do {
                _ = try await service.client.send(EraseUnreachableAccount(account: account), context)
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
