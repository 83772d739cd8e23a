// Answers EraseAccount: an account is erased.

import Models

/// Answers `EraseAccount`.
struct EraseAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: EraseAccount, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(EraseAccount.self) {
            let wasThere = try await service.ask(context) { store, now throws(IdentityStoreError) in
                try await store.eraseAccount(request.account, at: now)
            }
            // Also when it was gone before: a crash may have come between the two.
            service.messageLog.forget(request.account)
            if wasThere { service.record(.accountErased, request.account, context) }
            return Done()
        }
    }
}
