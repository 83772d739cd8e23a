import Models
import ServiceRuntime
import ServiceSettings

/// It changes nothing: it neither begins nor continues a session.
struct IntrospectTokenHandler: Sendable {
    let service: SessionContext

    func handle(_ request: IntrospectToken, _ context: MessageContext) async throws -> IntrospectToken.Reply {
        IntrospectToken.Reply(token: try await living(request.token, context))
    }

    private func living(
        _ token: SecretText, _ context: MessageContext
    ) async throws -> LivingToken? {
        let now = service.clock.now()
        if RefreshTokens.resembles(token) { return try await refresh(token, now) }
        let shown: ShownToken
        do { shown = try await service.read(token, context) } catch is TokenRefusal { return nil }
        switch shown {
        case .secret(let hash):
            guard let session = try await find(.secret(hash), now) else { return nil }
            let issuer = service.accessTokens.issuer
            let isForAppwrite = session.signInMethod.isOfAppwrite
            return LivingToken(
                kind: isForAppwrite ? .appwrite : .access, account: session.account, session: session.id,
                issuer: issuer, audiences: isForAppwrite ? [AccessClaims.appwriteAudience(issuer)] : [],
                issuedAt: session.createdAt, expiresAt: service.limits.expiry(of: session))
        case .own(let claims): return try await own(claims, now)
        case .issued(let token): return try await issued(token, now)
        case .nothing: return nil
        }
    }

    private func own(_ claims: AccessClaims, _ now: UnixTime) async throws -> LivingToken? {
        guard claims.end > now else { return nil }
        let exchange = claims.exchange
        let key = exchange.map { SessionKey.exchanged(claims.session, $0.id) } ?? .id(claims.session)
        guard let session = try await find(key, now) else { return nil }
        // Neither is valid as an access token, so neither may be reported as one.
        let isForAppwrite = exchange == nil && (claims.isForAppwrite || session.signInMethod.isOfAppwrite)
        let audience = exchange?.audience ?? (isForAppwrite ? AccessClaims.appwriteAudience(claims.issuer) : nil)
        return LivingToken(
            kind: isForAppwrite ? .appwrite : exchange == nil ? .access : .exchanged, account: session.account,
            session: session.id, issuer: claims.issuer, audiences: audience.map { [$0] } ?? [],
            programs: claims.programs,
            issuedAt: UnixTime(milliseconds: 0).adding(seconds: claims.issuedAt),
            expiresAt: min(claims.end, service.limits.expiry(of: session)), id: exchange?.id)
    }

    /// Only the current generation is valid: the one before it was used.
    private func refresh(_ token: SecretText, _ now: UnixTime) async throws -> LivingToken? {
        guard let shown = service.refreshTokens.read(token), let session = try await find(.id(shown.session), now),
            let rotation = session.rotation, rotation.generation == shown.generation, rotation.hash == shown.hash
        else { return nil }
        return LivingToken(
            kind: .refresh, account: session.account, session: session.id, issuer: service.accessTokens.issuer,
            issuedAt: rotation.rotatedAt, expiresAt: service.limits.expiry(of: session))
    }

    private func issued(_ token: IssuedToken, _ now: UnixTime) async throws -> LivingToken? {
        let names = service.names(of: token, installation: nil)
        guard try await service.store.find(names, issuedAt: token.issuedAt).value?.refusal == nil else { return nil }
        let found = try await service.store.session(with: names)
        let account = try await service.store.account(ofIssued: names.person)
        let session = found.flatMap { service.limits.expiry(of: $0) > now ? $0 : nil }
        return LivingToken(
            kind: .identity, account: session?.account ?? account, session: session?.id,
            issuer: token.issuerName, audiences: token.audiences, programs: token.programs,
            issuedAt: token.issuedAt.map { UnixTime(milliseconds: 0).adding(seconds: $0) }, expiresAt: token.expiresAt)
    }

    private func find(_ key: SessionKey, _ now: UnixTime) async throws -> SessionRecord? {
        let session = try await service.store.find(key).value
        guard let session, session.end == nil, service.limits.expiry(of: session) > now else { return nil }
        return session
    }
}
