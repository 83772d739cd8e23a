// Answers EraseAccount: an account is erased.

import Models

/// Answers `EraseAccount`.
struct EraseAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: EraseAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        try await service.metrics.measure(EraseAccount.self) {
            // A second arrival finds no account any more, or another one, and no password could be judged.
            if let erasure = request.erasure, let begun = try await service.store.findBegun(erasure.id) {
                return EraseAccount.Reply(begun, of: request)
            }
            var checked: AccountPassword?
            if let person = request.person { checked = try await service.prove(person, of: request.account, context) }
            let begun = try await service.store.eraseAccount(
                request.account, request.erasure, by: request.person, checked: checked,
                grace: request.hasGrace ? service.erasureGrace : nil, at: service.now)
            if let begun, begun.dueAt != nil {
                service.record(.erasureScheduled, request.account, context)
                return EraseAccount.Reply(begun, of: request)
            }
            // Also when it was gone before: a crash may have come between the two.
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
