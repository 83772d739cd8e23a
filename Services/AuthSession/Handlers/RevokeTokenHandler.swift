// Answers RevokeToken: an app gives a token up.

import Models
import ServiceRuntime

/// Answers `RevokeToken`.
struct RevokeTokenHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: RevokeToken, _ context: MessageContext) async throws -> Done {
        let now = desk.clock.now()
        if RefreshTokens.resembles(request.token) {
            // An old one too: whoever has it wants the session to end, which harms nobody.
            guard let shown = desk.refreshTokens.read(request.token) else { return Done() }
            try await end(.id(shown.session), now, context)
            return Done()
        }
        let shown: ShownToken
        do { shown = try await desk.read(request.token, context) } catch is TokenRefusal { return Done() }
        switch shown {
        case .secret(let hash): try await end(.secret(hash), now, context)
        case .own(let claims):
            guard claims.end > now else { break }
            guard let exchange = claims.exchange else {
                try await end(.id(claims.session), now, context)
                break
            }
            let isNew = try await desk.ask(context) { store throws(SessionStoreError) in
                try await store.revoke(exchange.id, until: claims.end, at: now)
            }
            if isNew { desk.log.revoked(exchange.id, of: claims.session, context) }
        case .issued(let token):
            let origin = IssuedOrigin(
                names: desk.names(of: token, installation: request.installation), issuer: token.issuer.issuer,
                issuedAt: token.issuedAt, tokenEnd: token.end)
            let ended = try await desk.ask(context) { store throws(SessionStoreError) in
                try await store.signOut(origin, at: now)
            }
            desk.tell(ended, context)
        case .nothing: break
        }
        return Done()
    }

    nonisolated(nonsending) private func end(
        _ key: SessionKey, _ now: UnixTime, _ context: MessageContext
    ) async throws {
        let session = try desk.askNow(context) { store throws(SessionStoreError) in try store.find(key).value }
        guard let session else { return }
        let ending = try await desk.ask(context) { store throws(SessionStoreError) in
            try await store.end(session.id, of: session.account, at: now)
        }
        if case .ended(let session) = ending { desk.tell([session], context) }
    }
}
