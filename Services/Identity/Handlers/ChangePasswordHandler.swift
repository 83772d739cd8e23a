// Answers ChangePassword: a person changes their password.

import Models

/// Answers `ChangePassword`.
struct ChangePasswordHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: ChangePassword, _ context: MessageContext) async throws -> Done {
        try await desk.metrics.measure(ChangePassword.self) {
            let new = try Password(new: request.new)
            let checked = try await desk.prove(request.account, request.current, context)
            let stored = try await desk.hasher.stored(new)
            try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.changePassword(checked, new: stored, at: now)
            }
            desk.note(.passwordChanged, request.account, context)
            return Done()
        }
    }
}
