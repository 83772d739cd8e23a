import Models

struct EraseAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: EraseAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        try await service.metrics.measure(EraseAccount.self) {
            // A repeated request finds no account, or another one, so its password cannot be checked.
            if let erasure = request.erasure, let begun = try await service.store.findBegun(erasure.id) {
                return EraseAccount.Reply(begun, of: request)
            }
            let begun = try await service.proving(request.person, of: request.account, context) { proof in
                try await service.store.eraseAccount(
                    request.account, request.erasure, by: request.person, proof: proof,
                    grace: request.hasGrace ? service.erasureGrace : nil, at: service.now)
            }
            if let begun, begun.dueAt != nil {
                service.record(.erasureScheduled, request.account, context)
                return EraseAccount.Reply(begun, of: request)
            }
            // Even if the account is already gone: a crash may have happened before this line.
            service.messageLog.forget(request.account)
            guard let begun else { return EraseAccount.Reply() }
            service.record(.accountErased, request.account, context)
            if let erasure = request.erasure { try await service.store.confirmOwn(erasure.id, at: service.now) }
            return EraseAccount.Reply(begun, of: request)
        }
    }
}

extension EraseAccount.Reply {
    fileprivate init(_ begun: BegunErasure, of request: EraseAccount) {
        self.init(askedAt: request.erasure == nil ? nil : begun.askedAt, dueAt: begun.dueAt)
    }
}
