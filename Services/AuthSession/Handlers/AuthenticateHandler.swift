// Answers Authenticate: who is it that shows this credential?

import Models

/// Answers `Authenticate`, without waiting: one look at the keys in memory and one at the database.
struct AuthenticateHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: Authenticate, _ context: MessageContext) throws -> Authenticate.Reply {
        let now = desk.clock.now()
        let reply =
            switch request.credential {
            case .token(let token): try session(token, now, context)
            case .apiKey(let secret): try apiKey(secret, now, context)
            }
        if let refusal = reply.refusal { desk.metrics.countRefusal(refusal) }
        return reply
    }

    private func session(
        _ token: SecretText, _ now: UnixTime, _ context: MessageContext
    ) throws -> Authenticate.Reply {
        if let hash = OpaqueSecret.session.hash(token) {
            return answer(try find(.secret(hash), context), tokenEnd: nil, now)
        }
        guard let claims = desk.accessTokens.read(token) else {
            return answer(try find(.nothing, context), tokenEnd: nil, now)
        }
        return answer(try find(.id(claims.session), context), tokenEnd: claims.end, now)
    }

    private func find(_ key: SessionKey, _ context: MessageContext) throws -> Found<SessionRecord> {
        try desk.askNow(context) { store throws(SessionStoreError) in try store.find(key) }
    }

    /// - Parameter tokenEnd: when the access token ends; nil for a secret that ends with its session.
    private func answer(
        _ found: Found<SessionRecord>, tokenEnd: UnixTime?, _ now: UnixTime
    ) -> Authenticate.Reply {
        guard let session = found.value else { return refusal(.invalidToken, found) }
        if let end = session.end { return refusal(end.reason.refusal, found) }
        let end = min(desk.limits.expiry(of: session), tokenEnd ?? UnixTime(rawValue: .max))
        guard end > now else { return refusal(.tokenExpired, found) }
        let principal = Principal(
            account: session.account, session: session.id, door: session.door, expiresAt: end)
        return Authenticate.Reply(principal: principal, epoch: found.epoch, sequence: found.sequence)
    }

    private func apiKey(
        _ secret: SecretText, _ now: UnixTime, _ context: MessageContext
    ) throws -> Authenticate.Reply {
        guard let hash = OpaqueSecret.apiKey.hash(secret) else {
            return refusal(.invalidToken, try find(.nothing, context))
        }
        let found = try desk.askNow(context) { store throws(SessionStoreError) in try store.findAPIKey(hash: hash) }
        guard let key = found.value, key.revokedAt == nil else { return refusal(.invalidToken, found) }
        if let end = key.expiresAt, end <= now { return refusal(.tokenExpired, found) }
        let principal = Principal(apiKey: key.id, scopes: key.scopes, expiresAt: key.expiresAt)
        return Authenticate.Reply(principal: principal, epoch: found.epoch, sequence: found.sequence)
    }

    private func refusal<Value>(_ code: ErrorCode, _ found: Found<Value>) -> Authenticate.Reply {
        Authenticate.Reply(principal: nil, refusal: code, epoch: found.epoch, sequence: found.sequence)
    }
}
