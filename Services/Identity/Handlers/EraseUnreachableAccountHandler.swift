// Answers EraseUnreachableAccount: an account is erased that nobody can sign in to any more.

import Models

/// Answers `EraseUnreachableAccount`.
struct EraseUnreachableAccountHandler: Sendable {
    let desk: IdentityDesk

    func handle(
        _ request: EraseUnreachableAccount, _ context: MessageContext
    ) async throws -> EraseUnreachableAccount.Reply {
        try await desk.metrics.measure(EraseUnreachableAccount.self) {
            let isErased = try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.eraseUnreachableAccount(request.account, at: now)
            }
            if isErased {
                desk.messageLog.forget(request.account)
                desk.note(.accountErased, request.account, reason: "nobody can sign in to it", context)
            }
            return EraseUnreachableAccount.Reply(isErased: isErased)
        }
    }
}
