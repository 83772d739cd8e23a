import Models

struct EraseUnreachableAccountHandler: Sendable {
    let service: IdentityContext

    func handle(
        _ request: EraseUnreachableAccount, _ context: MessageContext
    ) async throws -> EraseUnreachableAccount.Reply {
        try await service.metrics.measure(EraseUnreachableAccount.self) {
            let result = try await service.store.eraseUnreachableAccount(request.account, at: service.now)
            // Even if the account is already gone: a crash may have happened before this line.
            if result != .reachable { service.messageLog.forget(request.account) }
            // The request is repeated until its sender has read the feed, but logged only once.
            if result == .erased {
                service.record(.accountErased, request.account, reason: "nobody can sign in to it", context)
            }
            return EraseUnreachableAccount.Reply(isErased: result != .reachable)
        }
    }
}
