import Models

struct VerifyPasswordHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: VerifyPassword, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.metrics.measure(VerifyPassword.self) {
            try await service.metrics.measureSignIn(by: request.signInMethod) {
                // A text that cannot be a name has no failures to count.
                guard let name = LoginKey(request.login.value) else {
                    return try await verify(request, nil, from: service.origin(isProven: false, context), context)
                }
                let found = try await service.store.findPassword(of: name)
                let origin = try await service.origin(of: found?.account, seen: request.seen, context)
                do {
                    return try await service.attempt(.signIn(name, to: found?.account), from: origin) { origin in
                        try await verify(request, found, from: origin, context)
                    }
                } catch let error as ServiceError where error.code == .rateLimited {
                    service.record(
                        .signInRefused, found?.account, reason: "too many attempts", refusedBy: request.signInMethod,
                        context)
                    throw error
                }
            }
        }
    }

    private func verify(
        _ request: VerifyPassword, _ found: AccountPassword?, from origin: AttemptOrigin, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        let shown = Password(shown: request.password)
        // The same work in every case; the answers differ only after it, and look the same.
        let isRight = try await service.hasher.matches(shown, found?.stored, for: origin)
        guard let found, let shown, isRight, try await isOpen(found, request, context) else {
            let reason = found == nil ? "no such name, or no password" : isRight ? "disabled" : "wrong password"
            service.record(.signInRefused, found?.account, reason: reason, refusedBy: request.signInMethod, context)
            throw ServiceError.wrongCredentials
        }
        let stronger = try await strengthened(shown, found.stored, origin.first)
        let login = LoginRecord(context.client, by: request.signInMethod)
        let network = service.seenNetwork(of: found.account, context)
        let verified = try await service.store.verifyPassword(
            found, stronger: stronger, login: login, from: network, at: service.now)
        try service.check(verified, takesSecondStep: request.takesSecondStep)
        service.record(verified.firstStep == nil ? .signIn : .firstStepTaken, found.account, context)
        return verified
    }

    /// Returns whether the user may sign in after showing the password. Cancels an erasure if the user wants that; with
    /// a second step, only that step does it.
    private func isOpen(
        _ found: AccountPassword, _ request: VerifyPassword, _ context: MessageContext
    ) async throws -> Bool {
        guard found.status != .active else { return true }
        guard let scheduled = try await service.store.scheduledErasure(of: found.account), scheduled.reopens else {
            return false
        }
        do { try scheduled.check(cancelsErasure: request.cancelsErasure ?? false, at: service.now) } catch {
            service.record(
                .signInRefused, found.account, reason: "to be erased", refusedBy: request.signInMethod, context)
            throw error
        }
        if try await service.store.takesSecondStep(found.account) { return true }
        try await service.store.cancelErasure(found, at: service.now)
        service.record(.erasureCancelled, found.account, context)
        return true
    }

    /// Returns a stronger hash of the password if the stored one is too weak. Postponed if the hashing is overloaded.
    private func strengthened(
        _ shown: Password, _ stored: StoredPassword, _ origin: AttemptOrigin
    ) async throws -> StoredPassword? {
        guard stored.isWeaker(than: service.hasher.parameters) else { return nil }
        do { return try await service.hasher.stored(shown, for: origin) } catch let error as ServiceError {
            if error.code == .overloaded { return nil }
            throw error
        }
    }
}
