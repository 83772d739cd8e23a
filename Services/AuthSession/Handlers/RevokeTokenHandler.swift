import Models
import ServiceRuntime
import ServiceSettings

struct RevokeTokenHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RevokeToken, _ context: MessageContext) async throws -> Done {
        let now = service.clock.now()
        if RefreshTokens.resembles(request.token) {
            // Old tokens are accepted too: their holder wants the session to end, which is harmless.
            guard let shown = service.refreshTokens.read(request.token) else { return Done() }
            try await end(.id(shown.session), now, context)
            return Done()
        }
        let shown: ShownToken
        do { shown = try await service.read(request.token, context) } catch is TokenRefusal { return Done() }
        switch shown {
        case .secret(let hash): try await end(.secret(hash), now, context)
        case .own(let claims):
            guard claims.end > now else { break }
            guard let exchange = claims.exchange else {
                try await end(.id(claims.session), now, context)
                break
            }
            let isNew = try await service.store.revokeToken(exchange.id, until: claims.end, at: now)
            if isNew { service.log.revoked(exchange.id, of: claims.session, context) }
        case .issued(let token):
            let origin = IssuedOrigin(
                names: service.names(of: token, installation: request.installation), issuer: token.issuer.issuer,
                issuedAt: token.issuedAt, tokenEnd: token.end)
            let ended = try await service.store.signOut(origin, at: now)
            service.notify(ended, context)
        case .nothing: break
        }
        return Done()
    }

    private func end(
        _ key: SessionKey, _ now: UnixTime, _ context: MessageContext
    ) async throws {
        let session = try await service.store.find(key).value
        guard let session else { return }
        let ending = try await service.store.endSession(session.id, of: session.account, at: now)
        if case .ended(let session) = ending { service.notify([session], context) }
    }
}
