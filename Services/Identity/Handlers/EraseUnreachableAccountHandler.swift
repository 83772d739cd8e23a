// Answers EraseUnreachableAccount: an account is erased that nobody can sign in to any more.

import Models

/// Answers `EraseUnreachableAccount`.
struct EraseUnreachableAccountHandler: Sendable {
    let service: IdentityContext

    func handle(
        _ request: EraseUnreachableAccount, _ context: MessageContext
    ) async throws -> EraseUnreachableAccount.Reply {
        try await service.metrics.measure(EraseUnreachableAccount.self) {
            let isErased = try await service.store.eraseUnreachableAccount(request.account, at: service.now)
            if isErased {
                service.messageLog.forget(request.account)
                service.record(.accountErased, request.account, reason: "nobody can sign in to it", context)
            }
            return EraseUnreachableAccount.Reply(isErased: isErased)
        }
    }
}
