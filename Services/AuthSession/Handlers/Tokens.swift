import Crypto
import Foundation
import Models
import ServiceRuntime
import ServiceSettings

extension SessionContext {
    /// Returns the facts about a token. It changes nothing: it neither begins nor continues a session.
    func introspectToken(_ request: IntrospectToken, _ context: MessageContext) async throws -> IntrospectToken.Reply {
        IntrospectToken.Reply(token: try await livingToken(request.token, context))
    }

    private func livingToken(_ token: SecretText, _ context: MessageContext) async throws -> LivingToken? {
        let now = clock.now()
        if RefreshTokens.resembles(token) { return try await livingRefreshToken(token, now) }
        let shown: ShownToken
        do { shown = try await read(token, context) } catch is TokenRefusal { return nil }
        switch shown {
        case .secret(let hash):
            guard let session = try await findLiving(.secret(hash), now) else { return nil }
            let issuer = accessTokens.issuer
            let isForAppwrite = session.signInMethod.isOfAppwrite
            return LivingToken(
                kind: isForAppwrite ? .appwrite : .access, account: session.account, session: session.id,
                issuer: issuer, audiences: isForAppwrite ? [AccessClaims.appwriteAudience(issuer)] : [],
                issuedAt: session.createdAt, expiresAt: limits.expiry(of: session))
        case .own(let claims): return try await livingOwnToken(claims, now)
        case .issued(let token): return try await livingIssuedToken(token, now)
        case .nothing: return nil
        }
    }

    private func livingOwnToken(_ claims: AccessClaims, _ now: UnixTime) async throws -> LivingToken? {
        guard claims.end > now else { return nil }
        let exchange = claims.exchange
        let key = exchange.map { SessionKey.exchanged(claims.session, $0.id) } ?? .id(claims.session)
        guard let session = try await findLiving(key, now) else { return nil }
        // Exchanged tokens and tokens for the Appwrite API are not access tokens, so they must not be reported as such.
        let isForAppwrite = exchange == nil && (claims.isForAppwrite || session.signInMethod.isOfAppwrite)
        let audience = exchange?.audience ?? (isForAppwrite ? AccessClaims.appwriteAudience(claims.issuer) : nil)
        return LivingToken(
            kind: isForAppwrite ? .appwrite : exchange == nil ? .access : .exchanged, account: session.account,
            session: session.id, issuer: claims.issuer, audiences: audience.map { [$0] } ?? [],
            programs: claims.programs,
            issuedAt: UnixTime(milliseconds: 0).adding(seconds: claims.issuedAt),
            expiresAt: min(claims.end, limits.expiry(of: session)), id: exchange?.id)
    }

    /// Returns the facts about a refresh token. Only the current generation is valid, because earlier tokens were used.
    private func livingRefreshToken(_ token: SecretText, _ now: UnixTime) async throws -> LivingToken? {
        guard let shown = refreshTokens.read(token), let session = try await findLiving(.id(shown.session), now),
            let rotation = session.rotation, rotation.generation == shown.generation, rotation.hash == shown.hash
        else { return nil }
        return LivingToken(
            kind: .refresh, account: session.account, session: session.id, issuer: accessTokens.issuer,
            issuedAt: rotation.rotatedAt, expiresAt: limits.expiry(of: session))
    }

    private func livingIssuedToken(_ token: IssuedToken, _ now: UnixTime) async throws -> LivingToken? {
        let names = names(of: token, installation: nil)
        guard try await store.find(names, issuedAt: token.issuedAt).value?.refusal == nil else { return nil }
        let found = try await store.session(with: names)
        let account = try await store.account(ofIssued: names.person)
        let session = found.flatMap { limits.expiry(of: $0) > now ? $0 : nil }
        return LivingToken(
            kind: .identity, account: session?.account ?? account, session: session?.id,
            issuer: token.issuerName, audiences: token.audiences, programs: token.programs,
            issuedAt: token.issuedAt.map { UnixTime(milliseconds: 0).adding(seconds: $0) }, expiresAt: token.expiresAt)
    }

    func findLiving(_ key: SessionKey, _ now: UnixTime) async throws -> SessionRecord? {
        let session = try await store.find(key).value
        guard let session, session.end == nil, limits.expiry(of: session) > now else { return nil }
        return session
    }

    func revokeToken(_ request: RevokeToken, _ context: MessageContext) async throws -> Done {
        let now = clock.now()
        if RefreshTokens.resembles(request.token) {
            // Old tokens are accepted, too: their holder wants the session to end, which is harmless.
            guard let shown = refreshTokens.read(request.token) else { return Done() }
            try await endSession(of: .id(shown.session), now, context)
            return Done()
        }
        let shown: ShownToken
        do { shown = try await read(request.token, context) } catch is TokenRefusal { return Done() }
        switch shown {
        case .secret(let hash): try await endSession(of: .secret(hash), now, context)
        case .own(let claims):
            guard claims.end > now else { break }
            guard let exchange = claims.exchange else {
                try await endSession(of: .id(claims.session), now, context)
                break
            }
            let isNew = try await store.revokeToken(exchange.id, until: claims.end, at: now)
            if isNew { log.revoked(exchange.id, of: claims.session, context) }
        case .issued(let token):
            let origin = IssuedOrigin(
                names: names(of: token, installation: request.installation), issuer: token.issuer.issuer,
                issuedAt: token.issuedAt, tokenEnd: token.end)
            let ended = try await store.signOut(origin, at: now)
            notify(ended, context)
        case .nothing: break
        }
        return Done()
    }

    private func endSession(of key: SessionKey, _ now: UnixTime, _ context: MessageContext) async throws {
        let session = try await store.find(key).value
        guard let session else { return }
        let ending = try await store.endSession(session.id, of: session.account, at: now)
        if case .ended(let session) = ending { notify([session], context) }
    }

    /// The allowed lifetimes in seconds.
    private static let issuedLifetimes: ClosedRange<Int64> = 1...3600

    func issueSessionToken(
        _ request: IssueSessionToken, _ context: MessageContext
    ) async throws -> IssueSessionToken.Reply {
        guard SessionContext.issuedLifetimes.contains(request.lifetime) else {
            throw ServiceError(.invalidRequest, "a session's token is valid for 1 to 3600 seconds")
        }
        let now = clock.now()
        guard let session = try await findLiving(.id(request.session), now), session.account == request.account else {
            throw ServiceError.noSuchSession
        }
        let issued = try accessTokens.token(
            showing: session, signedBy: try signingKey(at: now), from: now,
            to: min(limits.expiry(of: session), now.adding(seconds: request.lifetime)))
        return IssueSessionToken.Reply(token: issued.token, expiresAt: issued.expiresAt)
    }

    func getSigningKeys(_ request: GetSigningKeys, _ context: MessageContext) throws -> GetSigningKeys.Reply {
        let keys = ring.published(at: clock.now())
        return GetSigningKeys.Reply(
            keys: keys.map { GetSigningKeys.Key(id: $0.id, publicKey: Array($0.publicKey.rawRepresentation)) })
    }

    func rotateSigningKey(
        _ request: RotateSigningKey, pause: @Sendable (Duration) async throws -> Void, _ context: MessageContext
    ) async throws -> RotateSigningKey.Reply {
        let now = clock.now()
        let key = try await ring.rotate(at: now)
        log.madeSigningKey(key.id, signsFrom: key.activeFrom, context)
        // The answer waits until the new key signs.
        if ring.announcement > 0 { try await pause(.seconds(ring.announcement)) }
        return RotateSigningKey.Reply(id: key.id)
    }
}
