// Regular work: erases the accounts whose people had a time to take that back, once it is over.

import Logging
import Models
import ServiceRuntime

/// Erases the accounts whose time of grace is over. Several processes may do so at once: each account is looked at again in
/// the transaction that erases it.
struct DueErasures: Sendable {
    let service: IdentityContext
    let clock: any WallClock
    /// Returns when it is time to look again.
    let pause: @Sendable () async throws -> Void

    /// The most accounts that are looked for at a time.
    private static let portion = 200

    /// Runs until its task is cancelled.
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
            // Nobody gets in meanwhile, and the next round tries again.
            service.logger(for: context).warning(
                "accounts could not be erased that are due", metadata: ["cause": "\(error)"])
        }
    }

    private func erase(_ account: AccountID, _ context: MessageContext) async throws(IdentityStoreError) {
        // First, so that nothing stays where this is interrupted.
        service.messageLog.forget(account)
        guard try await service.store.eraseDue(account, at: clock.now()) else { return }
        service.record(.accountErased, account, reason: "its time of grace is over", context)
        // Where this is interrupted, the housekeeping confirms.
        for (erasure, erased) in try await service.store.pendingOwnErasures() where erased == account {
            try await service.store.confirmOwn(erasure, at: service.now)
        }
    }
}
