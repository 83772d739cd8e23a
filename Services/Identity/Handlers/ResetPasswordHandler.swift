// Answers ResetPassword: a person sets a new password with the token that was sent to them.

import Models

/// Answers `ResetPassword`.
struct ResetPasswordHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ResetPassword, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(ResetPassword.self) {
            let profile: AccountProfile
            do {
                profile = try await reset(request, context)
            } catch let error as ServiceError where error.code == .invalidToken {
                service.record(.passwordResetRefused, nil, context)
                throw error
            }
            service.forgive(profile, context)
            service.record(.passwordReset, profile.account, context)
            return Done()
        }
    }

    private func reset(_ request: ResetPassword, _ context: MessageContext) async throws -> AccountProfile {
        guard let token = ResetToken(shown: request.token)?.hash else { throw Refusal.unknownReset.answer }
        // Asked again when it is used; here it keeps those who guess away from the hashing.
        let profile = try await service.ask(context) { store, now throws(IdentityStoreError) in
            try await store.checkPasswordReset(token, at: now)
        }
        // A password out of its rules does not use the token up.
        let new = try Password(new: request.new, for: profile.names, profile.details)
        let stored = try await service.hasher.stored(new, for: service.origin(isProven: true, context))
        return try await service.ask(context) { store, now throws(IdentityStoreError) in
            try await store.resetPassword(token, new: stored, at: now)
        }
    }
}
