import Models

struct RefreshSessionHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RefreshSession, _ context: MessageContext) async throws -> RefreshSession.Reply {
        let start = ContinuousClock.now
        do {
            let reply = try await refresh(request.token, context)
            service.metrics.countRefresh(nil, took: .now - start)
            return reply
        } catch {
            service.metrics.countRefresh(ErrorCode(of: error), took: .now - start)
            throw error
        }
    }

    private func refresh(_ token: SecretText, _ context: MessageContext) async throws -> RefreshSession.Reply {
        // Foreign tokens are refused without a database read.
        let now = service.clock.now()
        guard let shown = try await read(token, at: now) else { throw ServiceError.invalidToken }
        let key = try service.signingKey(at: now)
        let refreshed = try await service.store.refreshSession(shown, signingKey: key.id, at: now)
        switch refreshed {
        case .tokens(let session):
            var tokens = try await service.tokens(of: session)
            // An access token is short-lived, so it must not get a refresh token, which is valid as long as the
            // session.
            if shown.hash == nil { tokens.refreshToken = nil }
            return RefreshSession.Reply(account: session.account, session: session.id, tokens: tokens)
        // This call ended it, because it had expired or the token was reused, so the log and the counts get it.
        case .ended(let session):
            service.notify([session], context)
            throw ServiceError.over(session.reason)
        // It had ended before.
        case .over(let reason): throw ServiceError.over(reason)
        case .unknown: throw ServiceError.invalidToken
        }
    }

    private func read(_ token: SecretText, at now: UnixTime) async throws(ServiceError) -> Rotation.Shown? {
        if RefreshTokens.resembles(token) { return service.refreshTokens.read(token) }
        guard let claims = await service.accessTokens.readFromAnyProcess(token), let generation = claims.generation
        else { return nil }
        guard claims.end > now else {
            throw ServiceError(.tokenExpired, "the access token has expired; show the refresh token, or sign in again")
        }
        return Rotation.Shown(session: claims.session, generation: generation, hash: nil)
    }
}
