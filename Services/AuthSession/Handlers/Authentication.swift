import Models

extension SessionContext {
    /// Returns the rights of a credential. It mostly needs only the keys in memory and one database read. A new token
    /// of an identity provider, and the first use of an access token, take more.
    func authenticate(_ request: Authenticate, _ context: MessageContext) async throws -> Authenticate.Reply {
        let now = clock.now()
        let reply =
            switch request.credential {
            case .token(let token): try await answer(showing: token, request.installation, now, context)
            case .apiKey(let secret): try await answer(showingKey: secret, now)
            }
        if let refusal = reply.refusal { metrics.countRefusal(refusal) }
        return reply
    }

    private func answer(
        showing token: SecretText, _ installation: String?, _ now: UnixTime, _ context: MessageContext
    ) async throws -> Authenticate.Reply {
        let shown: ShownToken
        do { shown = try await read(token, context) } catch let refusal as TokenRefusal {
            return refused(refusal.credentialCode, try await store.find(.nothing))
        }
        switch shown {
        case .secret(let hash): return answer(try await store.find(.secret(hash)), tokenEnd: nil, now)
        case .own(let claims): return try await answer(showing: claims, now, context)
        case .issued(let token):
            switch try await session(of: token, installation: installation, context) {
            case .lives(let found):
                return answer(found, tokenEnd: token.end, now, programs: token.programs, signedInAt: token.signedInAt)
            case .refused(let code, let found): return refused(code, found)
            case .secondStepNeeded(let found): return refused(.secondStepNeeded, found)
            // An app that sends a token with each request learns from the token exchange how to cancel the erasure.
            case .erasurePending(_, let found): return refused(.accountGone, found)
            }
        case .nothing: return refused(.invalidToken, try await store.find(.nothing))
        }
    }

    private func answer(
        showing claims: AccessClaims, _ now: UnixTime, _ context: MessageContext
    ) async throws -> Authenticate.Reply {
        guard let exchange = claims.exchange else {
            let found = try await store.find(.id(claims.session))
            let reply = answer(found, tokenEnd: claims.end, now)
            if reply.principal != nil { await recordUse(of: claims, found.value?.rotation, context) }
            return reply
        }
        // A token that was exchanged for another audience gives no access here.
        guard exchange.audience == accessTokens.issuer else {
            return refused(.invalidToken, try await store.find(.nothing))
        }
        let found = try await store.find(.exchanged(claims.session, exchange.id))
        return answer(found, tokenEnd: claims.end, now, programs: claims.programs, token: exchange.id)
    }

    private func answer(showingKey secret: SecretText, _ now: UnixTime) async throws -> Authenticate.Reply {
        guard let hash = OpaqueSecret.apiKey.hash(secret) else {
            return refused(.invalidToken, try await store.find(.nothing))
        }
        let found = try await store.findAPIKey(hash: hash)
        guard let key = found.value else { return refused(.invalidToken, found) }
        if let code = key.refusal(at: now) { return refused(code, found) }
        return Authenticate.Reply(principal: key.principal, epoch: found.epoch, sequence: found.sequence)
    }

    /// Makes the answer for a session.
    /// - Parameter tokenEnd: The expiry of the access token; nil for a secret that ends with its session.
    private func answer(
        _ found: VersionedResult<SessionRecord>, tokenEnd: UnixTime?, _ now: UnixTime, programs: [String]? = nil,
        token: TokenID? = nil, signedInAt: UnixTime? = nil
    ) -> Authenticate.Reply {
        guard let session = found.value else { return refused(.invalidToken, found) }
        if let end = session.end { return refused(end.reason.refusal, found) }
        let end = min(limits.expiry(of: session), tokenEnd ?? UnixTime(rawValue: .max))
        guard end > now else { return refused(.tokenExpired, found) }
        let principal = Principal(
            account: session.account, session: session.id, signInMethod: session.signInMethod, expiresAt: end,
            programs: programs,
            token: token, signedInAt: session.kind == .external ? signedInAt : session.signedInAt)
        return Authenticate.Reply(principal: principal, epoch: found.epoch, sequence: found.sequence)
    }

    private func refused<Value>(_ code: ErrorCode, _ found: VersionedResult<Value>) -> Authenticate.Reply {
        Authenticate.Reply(principal: nil, refusal: code, epoch: found.epoch, sequence: found.sequence)
    }
}
