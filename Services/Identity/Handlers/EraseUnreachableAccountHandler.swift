// Answers EraseUnreachableAccount: an account is erased that nobody can sign in to any more.

import Models

/// Answers `EraseUnreachableAccount`.
struct EraseUnreachableAccountHandler: Sendable {
    let service: IdentityContext

    func handle(
        _ request: EraseUnreachableAccount, _ context: MessageContext
    ) async throws -> EraseUnreachableAccount.Reply {
        try await service.metrics.measure(EraseUnreachableAccount.self) {
            let result = try await service.store.eraseUnreachableAccount(request.account, at: service.now)
            // Also when it was gone before: a crash may have come between the two.
            if result != .reachable { service.messageLog.forget(request.account) }
            // Asked again and again until the feed has told who asks; it is recorded once.
            if result == .erased {
                service.record(.accountErased, request.account, reason: "nobody can sign in to it", context)
            }
            return EraseUnreachableAccount.Reply(isErased: result != .reachable)
        }
    }
}
