// Answers EraseAccount: an account is erased.

import Models

/// Answers `EraseAccount`.
struct EraseAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: EraseAccount, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(EraseAccount.self) {
            let wasThere = try await service.store.eraseAccount(request.account, at: service.now)
            // Also when it was gone before: a crash may have come between the two.
            service.messageLog.forget(request.account)
            if wasThere { service.record(.accountErased, request.account, context) }
            return Done()
        }
    }
}
