import Models
import Storage

struct ResetPasswordHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ResetPassword, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(ResetPassword.self) {
            let profile: AccountProfile
            do {
                profile = try await reset(request, context)
            } catch  where ServiceError(answering: error)?.code == .invalidToken {
                service.record(.passwordResetRefused, nil, context)
                throw error
            }
            service.forgive(profile)
            service.record(.passwordReset, profile.account, context)
            return Done()
        }
    }

    private func reset(_ request: ResetPassword, _ context: MessageContext) async throws -> AccountProfile {
        guard let token = ResetToken(shown: request.token)?.hash else { throw Refusal.unknownReset }
        // The transaction checks this again; here it keeps guesses away from the hashing.
        let profile = try await service.store.checkPasswordReset(token, at: service.now)
        // A password that breaks the rules does not use up the token.
        let new = try Password(new: request.new, for: profile.names, profile.details)
        let stored = try await service.hasher.stored(new, for: service.origin(isProven: true, context))
        let opened = try await service.store.resetPassword(token, new: stored, at: service.now)
        if profile.lacksProof { service.record(.boundBeforeProofRemoved, opened.account, context) }
        if profile.erasesAt != nil, opened.erasesAt == nil {
            service.record(.erasureCancelled, opened.account, context)
        }
        return opened
    }
}
