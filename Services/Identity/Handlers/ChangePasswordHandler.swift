import Models

struct ChangePasswordHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ChangePassword, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(ChangePassword.self) {
            let profile = try await service.store.getProfile(request.account)
            // The rules first: a password that breaks them costs no attempt.
            let new = try Password(
                new: request.new, for: profile.names, profile.details)
            let checked = try await service.prove(
                request.account, request.current, by: request.session, context)
            let stored = try await service.hasher.stored(new, for: service.origin(isProven: true, context))
            try await service.store.changePassword(checked, new: stored, at: service.now)
            service.record(.passwordChanged, request.account, context)
            return Done()
        }
    }
}
