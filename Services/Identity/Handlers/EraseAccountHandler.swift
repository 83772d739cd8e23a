// Answers EraseAccount: an account is erased.

import Models

/// Answers `EraseAccount`.
struct EraseAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: EraseAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        try await service.metrics.measure(EraseAccount.self) {
            // A second arrival finds no account any more, or another one, and no password could be judged.
            if let erasure = request.erasure, let asked = try await service.store.askedAt(erasure.id) {
                return EraseAccount.Reply(askedAt: asked)
            }
            var checked: AccountPassword?
            if let person = request.person, let password = person.password {
                checked = try await service.prove(request.account, password, by: person.session, context)
            }
            let asked = try await service.store.eraseAccount(
                request.account, request.erasure, by: request.person, checked: checked, at: service.now)
            // Also when it was gone before: a crash may have come between the two.
            service.messageLog.forget(request.account)
            if asked != nil { service.record(.accountErased, request.account, context) }
            guard let erasure = request.erasure, let asked else { return EraseAccount.Reply() }
            try await service.store.confirmOwn(erasure.id, at: service.now)
            return EraseAccount.Reply(askedAt: asked)
        }
    }
}
