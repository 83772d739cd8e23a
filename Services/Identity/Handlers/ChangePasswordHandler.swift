// Answers ChangePassword: a person changes their password.

import Models

/// Answers `ChangePassword`.
struct ChangePasswordHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: ChangePassword, _ context: MessageContext) async throws -> Done {
        try await desk.metrics.measure(ChangePassword.self) {
            let profile = try await desk.ask(context) { store, _ throws(IdentityStoreError) in
                try await store.getProfile(request.account)
            }
            // Rules first: a password that is not taken costs no attempt.
            let new = try Password(
                new: request.new, for: profile.names, profile.details)
            let checked = try await desk.prove(request.account, request.current, context)
            let stored = try await desk.hasher.stored(new, for: desk.origin(isProven: true, context))
            try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.changePassword(checked, new: stored, at: now)
            }
            desk.note(.passwordChanged, request.account, context)
            return Done()
        }
    }
}
