import Logging
import Models
import ServiceRuntime

/// Several processes may delete due accounts at once: the transaction that deletes an account checks its grace period again.
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
            // Nobody can sign in to these accounts, and the next round retries.
            service.logger(for: context).warning(
                "accounts could not be erased that are due", metadata: ["cause": "\(error)"])
        }
    }

    private func erase(_ account: AccountID, _ context: MessageContext) async throws(IdentityStoreError) {
        // First, so that no message remains after a crash.
        service.messageLog.forget(account)
        guard try await service.store.eraseDue(account, at: clock.now()) else { return }
        service.record(.accountErased, account, reason: "its time of grace is over", context)
        // After a crash, the housekeeping confirms.
        for (erasure, erased) in try await service.store.pendingOwnErasures() where erased == account {
            try await service.store.confirmOwn(erasure, at: service.now)
        }
    }
}
