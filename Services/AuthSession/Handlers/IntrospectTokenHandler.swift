// Answers IntrospectToken: another program asks what a token is worth.

import Models
import ServiceRuntime
import ServiceSettings

/// Answers `IntrospectToken`. It changes nothing: no session begins, none is continued.
struct IntrospectTokenHandler: Sendable {
    let service: SessionContext

    func handle(_ request: IntrospectToken, _ context: MessageContext) async throws -> IntrospectToken.Reply {
        IntrospectToken.Reply(token: try await living(request.token, context))
    }

    nonisolated(nonsending) private func living(
        _ token: SecretText, _ context: MessageContext
    ) async throws -> LivingToken? {
        let now = service.clock.now()
        if RefreshTokens.resembles(token) { return try refresh(token, now, context) }
        let shown: ShownToken
        do { shown = try await service.read(token, context) } catch is TokenRefusal { return nil }
        switch shown {
        case .secret(let hash):
            guard let session = try find(.secret(hash), now, context) else { return nil }
            return LivingToken(
                kind: .access, account: session.account, session: session.id, issuer: service.accessTokens.issuer,
                issuedAt: session.createdAt, expiresAt: service.limits.expiry(of: session))
        case .own(let claims): return try own(claims, now, context)
        case .issued(let token): return try issued(token, now, context)
        case .nothing: return nil
        }
    }

    private func own(
        _ claims: AccessClaims, _ now: UnixTime, _ context: MessageContext
    ) throws -> LivingToken? {
        guard claims.end > now else { return nil }
        let exchange = claims.exchange
        let key = exchange.map { SessionKey.exchanged(claims.session, $0.id) } ?? .id(claims.session)
        guard let session = try find(key, now, context) else { return nil }
        return LivingToken(
            kind: exchange == nil ? .access : .exchanged, account: session.account, session: session.id,
            issuer: claims.issuer, audiences: exchange.map { [$0.audience] } ?? [],
            programs: claims.programs,
            issuedAt: UnixTime(milliseconds: 0).adding(seconds: claims.issuedAt),
            expiresAt: min(claims.end, service.limits.expiry(of: session)), id: exchange?.id)
    }

    /// Only the present generation counts: the one before it has been used.
    private func refresh(
        _ token: SecretText, _ now: UnixTime, _ context: MessageContext
    ) throws -> LivingToken? {
        guard let shown = service.refreshTokens.read(token), let session = try find(.id(shown.session), now, context),
            let rotation = session.rotation, rotation.generation == shown.generation, rotation.hash == shown.hash
        else { return nil }
        return LivingToken(
            kind: .refresh, account: session.account, session: session.id, issuer: service.accessTokens.issuer,
            issuedAt: rotation.rotatedAt, expiresAt: service.limits.expiry(of: session))
    }

    private func issued(
        _ token: IssuedToken, _ now: UnixTime, _ context: MessageContext
    ) throws -> LivingToken? {
        let names = service.names(of: token, installation: nil)
        let found = try service.askNow(context) { store throws(SessionStoreError) in
            (
                status: try store.find(names, issuedAt: token.issuedAt).value,
                session: try store.session(with: names),
                account: try store.account(ofIssued: names.person)
            )
        }
        guard found.status?.refusal == nil else { return nil }
        let session = found.session.flatMap { service.limits.expiry(of: $0) > now ? $0 : nil }
        return LivingToken(
            kind: .identity, account: session?.account ?? found.account, session: session?.id,
            issuer: token.issuer.issuer, audiences: token.audiences, programs: token.programs,
            issuedAt: token.issuedAt.map { UnixTime(milliseconds: 0).adding(seconds: $0) }, expiresAt: token.expiresAt)
    }

    private func find(_ key: SessionKey, _ now: UnixTime, _ context: MessageContext) throws -> SessionRecord? {
        let session = try service.askNow(context) { store throws(SessionStoreError) in try store.find(key).value }
        guard let session, session.end == nil, service.limits.expiry(of: session) > now else { return nil }
        return session
    }
}
